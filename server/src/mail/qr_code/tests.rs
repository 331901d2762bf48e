use std::io::Cursor;

use super::{LEAST_SIDE, QUIET_ZONE, QrError, qr_code};

/// A grey picture: its side and one byte per pixel.
fn pixels(png: &[u8]) -> (usize, Vec<u8>) {
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("a frame");
    assert_eq!((info.width, info.color_type), (info.height, png::ColorType::Grayscale));
    (usize::try_from(info.width).expect("a side"), pixels)
}

/// The text of the one code that another library finds in a grey picture.
fn found(side: usize, pixels: &[u8]) -> String {
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| pixels[y * side + x]);
    let grids = image.detect_grids();
    let [grid] = grids.as_slice() else { panic!("{} codes", grids.len()) };
    let (meta, text) = grid.decode().expect("a readable code");
    // In the two bits of the format, M is 00.
    assert_eq!(meta.ecc_level, 0);
    text
}

pub fn read(png: &[u8]) -> String {
    let (side, pixels) = pixels(png);
    found(side, &pixels)
}

/// As a screen shows it: every pixel is the mean of those it represents.
fn shrunk(side: usize, pixels: &[u8], to: usize) -> Vec<u8> {
    let mean = |x: usize, y: usize| {
        let (columns, rows) =
            (x * side / to..((x + 1) * side).div_ceil(to), y * side / to..((y + 1) * side).div_ceil(to));
        let count = columns.len() * rows.len();
        let sum: usize =
            rows.flat_map(|row| columns.clone().map(move |column| usize::from(pixels[row * side + column]))).sum();
        u8::try_from(sum / count).expect("a byte")
    };
    (0..to * to).map(|at| mean(at % to, at / to)).collect()
}

fn code(length: usize) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-abcdefghijklmnopqrstuvwxyz".chars().cycle();
    let start = "LPA:1$smdp.example.com$";
    start.chars().chain(letters.skip(length)).take(length).collect()
}

#[test]
fn another_library_reads_every_length() {
    // From the shortest code to the longest, 255 characters and the prefix.
    for length in (22..=259).step_by(11).chain([259]) {
        let text = code(length);
        assert_eq!(read(&qr_code(&text).expect("a picture")), text);
    }
    for text in ["0123456789", "LPA:1$SMDP.EXAMPLE.COM$ABC-123", "https://shop.example/é/ع", "1"] {
        assert_eq!(read(&qr_code(text).expect("a picture")), text);
    }
}

#[test]
fn it_is_read_at_the_width_it_is_shown() {
    for length in [30, 47, 60, 90] {
        let text = code(length);
        let (side, pixels) = pixels(&qr_code(&text).expect("a picture"));
        for shown in [160, 320, 480] {
            assert_eq!(found(shown, &shrunk(side, &pixels, shown)), text, "{length} at {shown}");
        }
    }
}

#[test]
fn it_is_black_on_white_with_four_empty_modules_around() {
    for length in [22, 60, 259] {
        let (side, pixels) = pixels(&qr_code(&code(length)).expect("a picture"));
        assert!(pixels.iter().all(|pixel| [0, 255].contains(pixel)));
        let dark = |x: usize, y: usize| pixels[y * side + x] == 0;
        // The first finder pattern begins where the quiet zone ends, and is seven modules wide.
        let edge = (0..side).find(|at| dark(*at, *at)).expect("a corner");
        let finder = (edge..side).take_while(|x| dark(*x, edge)).count();
        assert_eq!((finder % 7, edge * 7), (0, QUIET_ZONE * finder));
        assert!(side >= LEAST_SIDE && side % (finder / 7) == 0);
        let quiet = |x: usize, y: usize| [x, y].into_iter().any(|at| at < edge || at >= side - edge);
        assert!((0..side * side).all(|at| !quiet(at % side, at / side) || !dark(at % side, at / side)));
    }
}

#[test]
fn the_same_text_gives_the_same_small_picture() {
    let text = code(60);
    let png = qr_code(&text).expect("a picture");
    assert_eq!(png, qr_code(&text).expect("a picture"));
    assert!(png.len() < 4_000, "{} bytes", png.len());
    assert!(!png.windows(4).any(|window| window == b"tEXt"), "nothing is told beside the picture");
}

#[test]
fn what_is_too_long_is_refused() {
    let error = qr_code(&"x".repeat(3_000)).expect_err("too long");
    assert!(matches!(error, QrError::TooLong) && !format!("{error} {error:?}").contains("xx"));
}
