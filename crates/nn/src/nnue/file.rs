//! Nets as files: safetensors with the tensors `input.weight`, `input.bias`, `output.weight`, `output.bias`, and our entry among the
//! metadata. Nets that play have numbers of 16 bits, nets that learn of 32 bits and a point. `docs/networks.md` describes the format.

use std::collections::HashMap;

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensors, serialize};

use super::net::{Span, Sparse};
use super::whole::Whole;
use crate::fault::Fault;
use crate::file::{Header, Origin, bytes_of, explain, numbers_of};

/// The first word in the line `layers` of the header of such a net.
pub const KIND: &str = "nnue";
const NAMES: [&str; 4] = ["input.weight", "input.bias", "output.weight", "output.bias"];

impl Span {
    /// `nnue 768x128x8 unit 400`.
    fn describe(self, unit: u16) -> String {
        format!("{KIND} {}x{}x{} unit {unit}", self.inputs, self.width, self.buckets)
    }

    fn parse(text: &str) -> Option<(Self, u16)> {
        let mut words = text.split(' ');
        let (kind, size, word, unit) = (words.next()?, words.next()?, words.next()?, words.next()?);
        let mut sizes = size.split('x').map(str::parse);
        let mut size = || sizes.next()?.ok();
        let span = Self { inputs: size()?, width: size()?, buckets: size()? };
        (kind == KIND && word == "unit" && words.next().is_none()).then_some((span, unit.parse().ok()?))
    }

    fn shapes(self) -> [Vec<usize>; 4] {
        [vec![self.inputs, self.width], vec![self.width], vec![self.buckets, 2 * self.width], vec![self.buckets]]
    }
}

fn write(span: Span, unit: u16, origin: &Origin, tensors: &[(Dtype, Vec<u8>); 4]) -> Result<Vec<u8>, Fault> {
    let header = Header::write(origin, &span.describe(unit))?;
    let views = NAMES.iter().zip(span.shapes()).zip(tensors).map(|((name, shape), (dtype, bytes))| {
        (*name, TensorView::new(*dtype, shape, bytes).expect("the bytes were made for this shape"))
    });
    serialize(views, Some(HashMap::from([header]))).map_err(|why| explain(&why))
}

/// The bytes of the four tensors of a file that has the right ones.
struct Tensors<'a> {
    span: Span,
    unit: u16,
    origin: Origin,
    bytes: [&'a [u8]; 4],
}

fn read(bytes: &[u8], types: [Dtype; 4]) -> Result<Tensors<'_>, Fault> {
    let header = Header::read(bytes)?;
    let (span, unit) = Span::parse(&header.layers).ok_or_else(|| {
        Fault::File(format!("its layers are `{}`, not `{KIND} INPUTSxWIDTHxBUCKETS unit N`", header.layers))
    })?;
    span.check()?;
    let file = SafeTensors::deserialize(bytes).map_err(|why| explain(&why))?;
    if let Some(name) = file.names().into_iter().find(|name| !NAMES.contains(name)) {
        return Err(Fault::File(format!("the tensor `{name}` belongs to no such net")));
    }
    let mut parts = [&[][..]; 4];
    for (((name, shape), dtype), part) in NAMES.iter().zip(span.shapes()).zip(types).zip(&mut parts) {
        let view = file.tensor(name).map_err(|_| Fault::File(format!("the tensor `{name}` is missing")))?;
        if view.shape() != shape {
            let what = format!("the tensor `{name}` has the shape {:?}, but the header needs {shape:?}", view.shape());
            return Err(Fault::File(what));
        }
        if view.dtype() != dtype {
            return Err(Fault::File(format!("the tensor `{name}` is {:?}, not {dtype:?}", view.dtype())));
        }
        *part = view.data();
    }
    Ok(Tensors { span, unit, origin: header.origin, bytes: parts })
}

impl Whole {
    /// The file of a net that plays.
    ///
    /// # Errors
    /// If the origin has line breaks.
    pub fn save(&self, origin: &Origin) -> Result<Vec<u8>, Fault> {
        let short = |numbers: &[i16]| (Dtype::I16, numbers.iter().flat_map(|x| x.to_le_bytes()).collect());
        let ends = (Dtype::I32, self.ends.iter().flat_map(|x| x.to_le_bytes()).collect());
        write(self.span, self.unit, origin, &[short(&self.rows), short(&self.constants), short(&self.last), ends])
    }

    /// The net of a file.
    ///
    /// # Errors
    /// If it is broken, foreign, or does not fit its own description.
    pub fn load(bytes: &[u8]) -> Result<(Self, Origin), Fault> {
        let Tensors { span, unit, origin, bytes } = read(bytes, [Dtype::I16, Dtype::I16, Dtype::I16, Dtype::I32])?;
        let short = |bytes: &[u8]| -> Vec<i16> {
            bytes.chunks_exact(2).map(|two| i16::from_le_bytes(two.try_into().expect("chunks of two"))).collect()
        };
        let quads = bytes[3].chunks_exact(4);
        let ends = quads.map(|four| i32::from_le_bytes(four.try_into().expect("chunks of four"))).collect();
        let net = Self { span, rows: short(bytes[0]), constants: short(bytes[1]), last: short(bytes[2]), ends, unit };
        match net.too_large() {
            Some(what) => Err(Fault::File(format!("it has {what} larger than play can hold"))),
            None => Ok((net, origin)),
        }
    }

    /// What could overflow in play, if anything could.
    fn too_large(&self) -> Option<&'static str> {
        // 1.98 times one of either layer.
        let beyond = |numbers: &[i16], most: i16| numbers.iter().any(|x| !(-most..=most).contains(x));
        if beyond(&self.rows, 505) {
            Some("weights of inputs")
        } else if beyond(&self.constants, 16 * 255) {
            Some("constants")
        } else if beyond(&self.last, 127) {
            Some("weights of the output")
        } else {
            self.ends.iter().any(|x| x.unsigned_abs() > 500_000_000).then_some("a constant of the output")
        }
    }
}

impl Sparse {
    /// The file of a net that learns; a value of one is worth `unit` hundredths of a pawn.
    ///
    /// # Errors
    /// If the origin has line breaks.
    pub fn save(&self, unit: u16, origin: &Origin) -> Result<Vec<u8>, Fault> {
        let (span, weights) = (self.span, &self.weights);
        let part = |start: usize, end: usize| (Dtype::F32, bytes_of(&weights[start..end]));
        let cuts = [0, span.constants(), span.rows(), span.ends(), span.size()];
        write(span, unit, origin, &[0, 1, 2, 3].map(|at| part(cuts[at], cuts[at + 1])))
    }

    /// The net of a file, and what a value of one is worth.
    ///
    /// # Errors
    /// If it is broken, foreign, or does not fit its own description.
    pub fn load(bytes: &[u8]) -> Result<(Self, u16, Origin), Fault> {
        let Tensors { span, unit, origin, bytes } = read(bytes, [Dtype::F32; 4])?;
        let weights: Vec<f32> = bytes.iter().flat_map(|bytes| numbers_of(bytes)).collect();
        if weights.iter().any(|weight| !weight.is_finite()) {
            return Err(Fault::File("it has numbers that are not finite".into()));
        }
        Ok((Self { span, weights }, unit, origin))
    }
}
