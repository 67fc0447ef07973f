export { encodeFrame } from './encode-frame.ts'
export { ENTER_COMMAND, nextSequence } from './frame.ts'
export type { DecodedFrame, DecodedFrames, Frame, FrameFault, FrameProblem, SkippedBytes } from './frame.ts'
export { jsonBody } from './json-body.ts'
export { jsonOfMsgpack } from './msgpack/json-of-msgpack.ts'
export { msgpackOfJson } from './msgpack/msgpack-of-json.ts'
export { BadMsgpack, walkMsgpack } from './msgpack/read-msgpack.ts'
export { textOfTime, TIME_EXTENSION } from './msgpack/msgpack-time.ts'
export type { MsgpackNode } from './msgpack/read-msgpack.ts'
export { FRAME_PRESETS, QD1 } from './presets.ts'
export type {
  FieldValue,
  FrameCipher,
  FrameCompression,
  FrameDescriptor,
  FrameDirection,
  FrameEnvelope,
  HeaderField,
  HeaderFieldName,
  HeaderFieldType,
} from './frame-descriptor.ts'
export { framePartsOf, tailBytesOf } from './frame-parts.ts'
export type { FramePart } from './frame-parts.ts'
export { FrameDecoder } from './frame-decoder.ts'
export { Opening, OpeningRefused } from './opening.ts'
export type { Opened } from './opening.ts'
export { hasSequence } from './has-sequence.ts'
export { openFrames } from './open-frames.ts'
export type { Frames } from './open-frames.ts'
export { previewFrame } from './preview-frame.ts'
export type { FramePreview } from './preview-frame.ts'
export { readDescriptor } from './read-descriptor.ts'
export type { ReadDescriptor } from './read-descriptor.ts'
export { guessLayouts } from './guess/guess-layouts.ts'
export type { CapturedChunk } from './guess/capture.ts'
