//! QR codes as PNG pictures. They are drawn here because they hold a secret that no picture service may see.

use fast_qr::{ECL, QRBuilder};

/// Empty modules around the code (ISO/IEC 18004 asks for four).
const QUIET_ZONE: usize = 4;

/// The smallest side in pixels. Letters show 160 points, which phones draw with up to three pixels each.
const LEAST_SIDE: usize = 480;

/// Why there is no picture. Neither `Debug` nor `Display` repeats the text.
#[derive(Debug, thiserror::Error)]
pub enum QrError {
    /// The text is longer than a QR code holds.
    #[error("the text is too long for a QR code")]
    TooLong,
    /// The picture could not be written.
    #[error("the QR code could not be drawn: {0}")]
    Png(#[from] png::EncodingError),
}

/// Encodes a text as a black and white PNG, error correction M, with its quiet zone. The same text gives the same
/// bytes.
///
/// # Errors
/// See [`QrError`].
pub fn qr_code(text: &str) -> Result<Vec<u8>, QrError> {
    let code = QRBuilder::new(text).ecl(ECL::M).build().map_err(|_| QrError::TooLong)?;
    let modules = code.size + 2 * QUIET_ZONE;
    let scale = LEAST_SIDE.div_ceil(modules);
    let side = modules * scale;
    let dark = |x: usize, y: usize| {
        let module = |pixel: usize| (pixel / scale).checked_sub(QUIET_ZONE).filter(|at| *at < code.size);
        module(x).zip(module(y)).is_some_and(|(column, row)| code[row][column].value())
    };
    // One bit per pixel, rows padded to whole bytes; a set bit is white.
    let mut bits = vec![0xFF_u8; side.div_ceil(8) * side];
    for y in 0..side {
        for x in (0..side).filter(|x| dark(*x, y)) {
            if let Some(byte) = bits.get_mut(y * side.div_ceil(8) + x / 8) {
                *byte &= !(0x80 >> (x % 8));
            }
        }
    }
    write_png(side, &bits)
}

fn write_png(side: usize, bits: &[u8]) -> Result<Vec<u8>, QrError> {
    let mut file = Vec::new();
    let side = u32::try_from(side).map_err(|_| QrError::TooLong)?;
    let mut encoder = png::Encoder::new(&mut file, side, side);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bits)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(super) use tests::read;
