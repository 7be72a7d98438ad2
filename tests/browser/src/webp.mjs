// Joins WebP pictures of one size to a moving WebP picture (the format: RFC 9649, section 2.7). The frames must be plain
// lossy pictures without transparency, as a canvas makes them of an opaque picture.

/** The chunks of a WebP file, as pairs of name and bytes. */
function chunks(file) {
  const found = [];
  for (let at = 12; at + 8 <= file.length; ) {
    const size = file.readUInt32LE(at + 4);
    found.push([file.toString("latin1", at, at + 4), file.subarray(at + 8, at + 8 + size)]);
    at += 8 + size + (size % 2);
  }
  return found;
}

/** A chunk as bytes. Chunks have an even length. */
function chunk(name, bytes) {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
}

/** Width and height of a lossy picture, from the header of its first frame. */
function size(picture) {
  return { width: picture.readUInt16LE(6) & 0x3fff, height: picture.readUInt16LE(8) & 0x3fff };
}

/** A moving picture that repeats for ever; each frame is shown for this many milliseconds. */
export function animation(files, milliseconds) {
  const pictures = files.map((file) => {
    const picture = chunks(file).find(([name]) => name === "VP8 ")?.[1];
    if (!picture) throw new Error("a frame is no lossy WebP picture");
    return picture;
  });
  const { width, height } = size(pictures[0]);
  if (pictures.some((picture) => size(picture).width !== width || size(picture).height !== height)) {
    throw new Error("the frames have different sizes");
  }
  const header = Buffer.alloc(10);
  header[0] = 0x02; // the file is an animation
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  const frame = (picture) => {
    const place = Buffer.alloc(16);
    place.writeUIntLE(width - 1, 6, 3);
    place.writeUIntLE(height - 1, 9, 3);
    place.writeUIntLE(milliseconds, 12, 3);
    return chunk("ANMF", Buffer.concat([place, chunk("VP8 ", picture)]));
  };
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    chunk("VP8X", header),
    chunk("ANIM", Buffer.alloc(6)),
    ...pictures.map(frame),
  ]);
  return chunk("RIFF", body);
}
