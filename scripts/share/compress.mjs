// A small PNG of a screenshot: flat drawings need few colours.
import sharp from 'sharp';

/** The picture with the most colours that stays within `limit` bytes. */
export async function compress(screenshot, limit) {
  for (const colours of [256, 128, 64]) {
    const options = { palette: true, colours, dither: 0, effort: 10, compressionLevel: 9 };
    const small = await sharp(screenshot).removeAlpha().png(options).toBuffer();
    if (small.length <= limit) return small;
  }
  throw new Error(`stays above ${limit} bytes with 64 colours`);
}
