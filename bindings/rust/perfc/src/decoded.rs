//! What records.rs leaves to the hand: the file of a mapping, and when there is no trailer.

use crate::records::{Mmap, SampleId};
use perfc_sys as sys;

impl SampleId {
    /// Whether there is no trailer.
    pub fn is_empty(&self) -> bool {
        *self == Self { attr_index: self.attr_index, ..Self::default() }
    }
}

/// What identifies the file of a mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum FileId {
    /// Its build id, of the first so many bytes.
    BuildId {
        #[allow(missing_docs)]
        bytes: [u8; 20],
        #[allow(missing_docs)]
        size: u8,
    },
    /// Device and inode.
    #[allow(missing_docs)]
    Inode { maj: u32, min: u32, ino: u64, ino_generation: u64 },
}

impl FileId {
    pub(crate) fn new(raw: &sys::perfc_record_mmap) -> Option<Self> {
        if raw.fields & sys::PERFC_MMAP_HAS_BUILD_ID != 0 {
            let size = raw.build_id_size.min(20) as u8;
            Some(Self::BuildId { bytes: raw.build_id, size })
        } else if raw.fields & sys::PERFC_MMAP_HAS_INODE != 0 {
            let (maj, min, ino, ino_generation) = (raw.maj, raw.min, raw.ino, raw.ino_generation);
            Some(Self::Inode { maj, min, ino, ino_generation })
        } else {
            None
        }
    }
}

impl Mmap<'_> {
    /// The build id, if the record has one.
    pub fn build_id(&self) -> Option<&[u8]> {
        match &self.file {
            Some(FileId::BuildId { bytes, size }) => bytes.get(..usize::from(*size)),
            _ => None,
        }
    }
}

#[cfg(feature = "serde")]
pub(crate) fn text<S: serde::Serializer>(text: &&[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&String::from_utf8_lossy(text))
}
