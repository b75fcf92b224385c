//! Networks as files: safetensors with the names that PyTorch gives, and one entry of ours among its metadata. `docs/networks.md`
//! describes the format. Only bytes come and go here; opening files is for whoever may.

use std::collections::HashMap;

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors, serialize};

use crate::fault::Fault;
use crate::half;
use crate::layer::Plan;
use crate::net::Net;
use crate::program::Tensor;

/// The key of our entry in the metadata.
const MARK: &str = "tabula";
const VERSION: &str = "1";
/// PyTorch counts batches beside the statistics; nobody needs the count.
const UNUSED: &str = ".num_batches_tracked";

/// What a file says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The game that the net is for.
    pub game: String,
    /// The run that made it.
    pub run: String,
    /// The name of what it is shown of a position; empty where that goes without saying.
    pub planes: String,
}

/// What the entry of a file says.
pub(crate) struct Header {
    pub(crate) origin: Origin,
    /// The description of the layers.
    pub(crate) layers: String,
}

impl Header {
    /// The entry of a file.
    pub(crate) fn write(origin: &Origin, layers: &str) -> Result<(String, String), Fault> {
        if [&origin.game, &origin.run, &origin.planes].iter().any(|word| word.contains(['\n', '\r'])) {
            return Err(Fault::File("the names of game, run and planes cannot have line breaks".into()));
        }
        let planes = if origin.planes.is_empty() { String::new() } else { format!("planes {}\n", origin.planes) };
        let text = format!("format {VERSION}\ngame {}\nrun {}\n{planes}layers {layers}", origin.game, origin.run);
        Ok((MARK.to_owned(), text))
    }

    /// What the entry of a file says.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(|why| explain(&why))?;
        let header = metadata.metadata().as_ref().and_then(|entries| entries.get(MARK)).ok_or_else(|| {
            let why = "it is a safetensors file, but its metadata has no entry `tabula` that describes the layers";
            Fault::File(why.into())
        })?;
        let line = |word: &str| {
            let found = header.lines().find_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
            found.ok_or_else(|| Fault::File(format!("its header has no line `{word}`")))
        };
        let version = line("format")?;
        if version != VERSION {
            return Err(Fault::File(format!("its format is `{version}`, and only format {VERSION} is known")));
        }
        let planes = line("planes").map(str::to_owned).unwrap_or_default();
        let origin = Origin { game: line("game")?.to_owned(), run: line("run")?.to_owned(), planes };
        Ok(Self { origin, layers: line("layers")?.to_owned() })
    }
}

/// The file of a net.
///
/// # Errors
/// If the origin has line breaks, because each of its words is a line of the header.
pub fn save(net: &Net, origin: &Origin) -> Result<Vec<u8>, Fault> {
    write(net, origin, Dtype::F32, bytes_of)
}

/// The same in half the space: numbers have 11 bits left, and those beyond 65,504 become infinite, which no reader accepts.
///
/// # Errors
/// As [`save`].
pub fn save_half(net: &Net, origin: &Origin) -> Result<Vec<u8>, Fault> {
    write(net, origin, Dtype::F16, |numbers| {
        numbers.iter().flat_map(|&number| half::from_f32(number).to_le_bytes()).collect()
    })
}

fn write(net: &Net, origin: &Origin, kind: Dtype, pack: impl Fn(&[f32]) -> Vec<u8>) -> Result<Vec<u8>, Fault> {
    let header = Header::write(origin, &net.plan().to_string())?;
    let bytes: Vec<_> = net.tensors().iter().map(|tensor| pack(net.numbers(tensor))).collect();
    let views = net.tensors().iter().zip(&bytes).map(|(tensor, bytes)| {
        let view = TensorView::new(kind, tensor.shape.clone(), bytes);
        (&tensor.name, view.expect("the bytes were made for this shape"))
    });
    serialize(views, Some(HashMap::from([header]))).map_err(|why| explain(&why))
}

/// What a file says of itself: its origin, and the description of its layers. The tensors are not looked at.
///
/// # Errors
/// If the file is broken, foreign or of a later format.
pub fn about(bytes: &[u8]) -> Result<(Origin, String), Fault> {
    Header::read(bytes).map(|header| (header.origin, header.layers))
}

/// The net of a file that has our header.
///
/// # Errors
/// If the file is broken, foreign, of a later format, or does not fit its own description.
pub fn load(bytes: &[u8]) -> Result<(Net, Origin), Fault> {
    let Header { origin, layers } = Header::read(bytes)?;
    Ok((load_as(layers.parse()?, bytes)?, origin))
}

/// The net of a file without our header, such as a `state_dict` of PyTorch, for layers known otherwise.
///
/// # Errors
/// If the file is broken or does not fit the layers.
pub fn load_as(plan: Plan, bytes: &[u8]) -> Result<Net, Fault> {
    let file = SafeTensors::deserialize(bytes).map_err(|why| explain(&why))?;
    let fits = |tensors: &[Tensor]| {
        for tensor in tensors {
            let Ok(view) = file.tensor(&tensor.name) else {
                return Err(Fault::File(format!("the tensor `{}` is missing", tensor.name)));
            };
            if view.shape() != tensor.shape {
                return Err(Fault::File(format!(
                    "the tensor `{}` has the shape {:?}, but the layers need {:?}",
                    tensor.name,
                    view.shape(),
                    tensor.shape
                )));
            }
            if ![Dtype::F32, Dtype::F16].contains(&view.dtype()) {
                let found = view.dtype();
                return Err(Fault::File(format!("the tensor `{}` is {found:?}, not F32 or F16", tensor.name)));
            }
        }
        let mut names = file.names();
        names.sort_unstable();
        let known = |name: &str| name.ends_with(UNUSED) || tensors.iter().any(|tensor| tensor.name == name);
        match names.into_iter().find(|name| !known(name)) {
            Some(name) => Err(Fault::File(format!("the tensor `{name}` belongs to none of the layers"))),
            None => Ok(()),
        }
    };
    let mut net = Net::blank(plan, fits)?;
    for index in 0..net.tensors().len() {
        let name = net.tensors()[index].name.clone();
        let view = file.tensor(&name).map_err(|why| explain(&why))?;
        let numbers = if view.dtype() == Dtype::F16 { halves_of(view.data()) } else { numbers_of(view.data()) };
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(Fault::File(format!("the tensor `{name}` has numbers that are not finite")));
        }
        if name.ends_with(".running_var") && numbers.iter().any(|&number| number < 0.0) {
            return Err(Fault::File(format!("the tensor `{name}` has negative variances")));
        }
        net.numbers_mut(index).copy_from_slice(&numbers);
    }
    Ok(net)
}

pub(crate) fn bytes_of(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// The numbers in bytes whose length the reader of safetensors has checked.
pub(crate) fn numbers_of(bytes: &[u8]) -> Vec<f32> {
    let quads = bytes.chunks_exact(4);
    quads.map(|quad| f32::from_le_bytes(quad.try_into().expect("chunks of four have four bytes"))).collect()
}

/// The same for numbers of two bytes.
fn halves_of(bytes: &[u8]) -> Vec<f32> {
    let pairs = bytes.chunks_exact(2);
    pairs.map(|pair| half::to_f32(u16::from_le_bytes([pair[0], pair[1]]))).collect()
}

pub(crate) fn explain(why: &SafeTensorError) -> Fault {
    use SafeTensorError as E;
    Fault::File(match why {
        E::HeaderTooSmall => "it has fewer than eight bytes".into(),
        E::HeaderTooLarge | E::InvalidHeaderLength => {
            "the length of its header is more than the file has: it is cut short, or no safetensors file".into()
        }
        E::InvalidHeader(_) | E::InvalidHeaderStart | E::InvalidHeaderDeserialization(_) => {
            "its header is not that of a safetensors file".into()
        }
        E::MetadataIncompleteBuffer => "its tensors are cut short, or followed by something else".into(),
        other => format!("safetensors says: {other:?}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PLAN: &str =
        "2x3x3: conv 3 3x3 nobias, norm, relu, heads policy (flatten, dense 4) value (global both, dense 1)";

    fn net() -> Net {
        Net::new(PLAN.parse().unwrap(), 5).unwrap()
    }

    fn origin() -> Origin {
        Origin { game: "go9".into(), run: "first try".into(), planes: "shape".into() }
    }

    /// A file of these tensors with this header.
    fn forge(header: Option<&str>, tensors: &[(&str, Dtype, &[usize])]) -> Vec<u8> {
        let bytes: Vec<Vec<u8>> = tensors
            .iter()
            .map(|(_, dtype, shape)| vec![0; shape.iter().product::<usize>() * dtype.bitsize() / 8])
            .collect();
        let views = tensors
            .iter()
            .zip(&bytes)
            .map(|((name, dtype, shape), bytes)| (*name, TensorView::new(*dtype, shape.to_vec(), bytes).unwrap()));
        let header = header.map(|text| HashMap::from([(MARK.to_owned(), text.to_owned())]));
        serialize(views, header).unwrap()
    }

    fn refused(bytes: &[u8], why: &str) {
        let fault = load(bytes).unwrap_err().to_string();
        assert!(fault.contains(why), "{fault}");
        assert!(!fault.contains('\n'), "{fault}");
    }

    #[test]
    fn a_net_survives_its_file_to_the_bit() {
        let bytes = save(&net(), &origin()).unwrap();
        let (read, from) = load(&bytes).unwrap();
        assert_eq!(from, origin());
        assert_eq!(read.plan(), net().plan());
        assert_eq!(read.weights(), net().weights());
        assert_eq!(read.stats, net().stats);
        assert_eq!(save(&read, &from).unwrap(), bytes);
    }

    #[test]
    fn a_net_in_half_the_space_is_nearly_the_same() {
        let bytes = save_half(&net(), &origin()).unwrap();
        assert!(bytes.len() < save(&net(), &origin()).unwrap().len());
        let (read, from) = load(&bytes).unwrap();
        assert_eq!((from, read.plan()), (origin(), net().plan()));
        let near = |(x, y): (&f32, &f32)| (x - y).abs() <= x.abs() / 2048.0 + 1e-7;
        assert!(read.weights().iter().zip(net().weights()).all(near));
        assert_eq!(about(&bytes).unwrap(), (origin(), net().plan().to_string()));
    }

    #[test]
    fn a_truncated_file_is_refused_wherever_it_ends() {
        let bytes = save(&net(), &origin()).unwrap();
        for length in 0..bytes.len() {
            assert!(load(&bytes[..length]).is_err(), "{length} bytes");
        }
        refused(&bytes[..5], "fewer than eight bytes");
        refused(&bytes[..100], "cut short");
        refused(&bytes[..bytes.len() - 1], "cut short");
    }

    #[test]
    fn a_broken_header_is_refused() {
        let mut bytes = save(&net(), &origin()).unwrap();
        bytes[8] = b'x';
        refused(&bytes, "not that of a safetensors file");
        refused(b"%PDF-1.4 and what follows in such a file", "no safetensors file");
    }

    #[test]
    fn a_foreign_file_is_refused() {
        refused(&forge(None, &[("a", Dtype::F32, &[2])]), "no entry `tabula`");
        refused(&forge(Some("format 2\ngame\nrun\nlayers"), &[]), "format is `2`");
        refused(&forge(Some("game go9"), &[]), "no line `format`");
        refused(&forge(Some("format 1\ngame a\nrun b\nlayers 2: dens 1"), &[]), "`dens` is not a layer");
    }

    #[test]
    fn a_file_that_does_not_fit_its_layers_is_refused() {
        let header = Some("format 1\ngame a\nrun b\nlayers 2: dense 1");
        let weight: (&str, Dtype, &[usize]) = ("0.weight", Dtype::F32, &[1, 2]);
        let bias: (&str, Dtype, &[usize]) = ("0.bias", Dtype::F32, &[1]);
        assert!(load(&forge(header, &[weight, bias])).is_ok());
        assert!(load(&forge(header, &[weight, bias, ("0.num_batches_tracked", Dtype::I64, &[])])).is_ok());
        refused(&forge(header, &[weight]), "the tensor `0.bias` is missing");
        refused(
            &forge(header, &[("0.weight", Dtype::F32, &[2, 1]), bias]),
            "the shape [2, 1], but the layers need [1, 2]",
        );
        refused(&forge(header, &[("0.weight", Dtype::F64, &[1, 2]), bias]), "F64, not F32 or F16");
        assert!(load(&forge(header, &[("0.weight", Dtype::F16, &[1, 2]), bias])).is_ok());
        refused(&forge(header, &[weight, bias, ("1.weight", Dtype::F32, &[1])]), "`1.weight` belongs to none");
        // A description of a gigabyte in a file of a few bytes takes no memory.
        refused(&forge(Some("format 1\ngame a\nrun b\nlayers 16384: dense 16384 nobias"), &[]), "missing");
    }

    #[test]
    fn numbers_that_are_none_are_refused() {
        let mut net = net();
        net.weights_mut()[3] = f32::NAN;
        refused(&save(&net, &origin()).unwrap(), "`0.weight` has numbers that are not finite");
        let mut net = super::tests::net();
        net.stats[4] = -1.0;
        refused(&save(&net, &origin()).unwrap(), "negative variances");
    }

    #[test]
    fn an_origin_with_line_breaks_is_refused() {
        assert!(save(&net(), &Origin { game: "a\nformat 7".into(), ..Origin::default() }).is_err());
    }

    #[test]
    fn a_state_dict_is_read_for_layers_given_apart() {
        let bytes = forge(None, &[("0.weight", Dtype::F32, &[1, 2]), ("0.bias", Dtype::F32, &[1])]);
        assert!(load_as("2: dense 1".parse().unwrap(), &bytes).is_ok());
        assert!(load_as("3: dense 1".parse().unwrap(), &bytes).is_err());
    }

    proptest! {
        #[test]
        fn random_bytes_are_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            prop_assert!(load(&bytes).is_err());
        }

        #[test]
        fn a_file_with_changed_bytes_causes_no_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
            let mut bytes = save(&net(), &origin()).unwrap();
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            let _ = load(&bytes);
        }
    }
}
