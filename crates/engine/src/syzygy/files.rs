//! The files of the tables: small ones are held in memory, where asking them costs no call of the system; large ones are
//! read where they lie.

use shakmaty_syzygy::Tablebase;
use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tabula_core::Fault;

/// Tables up to this size are held once they are asked: all of three and four men, and most of five that matter.
const HELD: u64 = 1 << 20;

/// The first bytes of tables of results, and of distances.
const MAGIC: [(&str, [u8; 4]); 2] = [("rtbw", [0x71, 0xE8, 0x23, 0x5D]), ("rtbz", [0xD7, 0x66, 0x0C, 0xA5])];

/// Adds every table of a directory, and says how many there were. Other files are passed over.
pub(super) fn add(tables: &mut Tablebase<shakmaty::Chess>, folder: &Path) -> Result<usize, Fault> {
    let cannot = |error| Fault::new(format!("cannot read the Syzygy tables in '{}': {error}", folder.display()));
    let mut count = 0;
    for file in Disk::default().read_dir(folder).map_err(cannot)? {
        let added = tables.add_file(&file).and_then(|()| check(&file));
        match added {
            Ok(()) => count += 1,
            // By its name it is no table.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
            Err(error) => return Err(Fault::new(format!("the Syzygy table '{}' is broken: {error}", file.display()))),
        }
    }
    Ok(count)
}

/// A file that begins otherwise would silently know nothing.
fn check(file: &Path) -> io::Result<()> {
    let mut start = [0; 4];
    File::open(file)?.read_exact(&mut start)?;
    let ending = file.extension().unwrap_or_default();
    if MAGIC.iter().any(|(name, magic)| ending == *name && start == *magic) {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidData, "it does not begin as such a table does"))
    }
}

/// The file system, with small tables in memory.
#[derive(Default)]
pub(super) struct Disk(OsFilesystem);

impl Filesystem for Disk {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.0.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.0.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        if self.regular_file_size(path)? > HELD {
            return self.0.open(path);
        }
        Ok(Box::new(Held(std::fs::read(path)?)))
    }
}

/// A table in memory.
struct Held(Vec<u8>);

impl RandomAccessFile for Held {
    fn read_at(&self, into: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let from = usize::try_from(offset).ok().and_then(|offset| self.0.get(offset..)).unwrap_or_default();
        let count = from.len().min(into.len());
        into[..count].copy_from_slice(&from[..count]);
        Ok(count)
    }
}
