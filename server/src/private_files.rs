//! Files and folders that only the shop's own user may read, from their first byte.

use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::path::Path;

/// Mode of a file that only its owner may read and write.
#[cfg(unix)]
const FILE: u32 = 0o600;

/// Mode of a folder that only its owner may look into.
#[cfg(unix)]
const FOLDER: u32 = 0o700;

/// Makes a folder and those above it, if they are missing. An existing one keeps its mode: it may have another owner.
///
/// # Errors
/// It cannot be made.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut made = DirBuilder::new();
    made.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut made, FOLDER);
    made.create(folder)
}

/// Opens a file for appending; creates it and its folder if they are missing.
///
/// # Errors
/// It cannot be made or opened.
pub fn open(file: &Path) -> io::Result<File> {
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_folder(folder)?;
    }
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE);
    options.open(file)
}

/// Replaces the contents of a file.
///
/// # Errors
/// It cannot be written.
pub fn write(file: &Path, text: &str) -> io::Result<()> {
    let mut opened = open(file)?;
    narrow(&opened)?;
    opened.set_len(0)?;
    opened.write_all(text.as_bytes())
}

/// Takes away the access that an older file gave to other users.
///
/// # Errors
/// It is not ours.
pub fn narrow(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    file.set_permissions(<Permissions as std::os::unix::fs::PermissionsExt>::from_mode(FILE))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_file_is_private_from_its_first_byte_and_an_older_one_becomes_so() {
        let folder = tempfile::tempdir().unwrap();
        let (made, older) = (folder.path().join("new/folder/file"), folder.path().join("older"));
        drop(open(&made).unwrap());
        assert_eq!((mode(&made), mode(made.parent().unwrap())), (0o600, 0o700));
        std::fs::write(&older, "a text that is longer").unwrap();
        std::fs::set_permissions(&older, Permissions::from_mode(0o644)).unwrap();
        write(&older, "a secret").unwrap();
        assert_eq!((mode(&older), std::fs::read_to_string(&older).unwrap()), (0o600, "a secret".to_owned()));
    }
}
