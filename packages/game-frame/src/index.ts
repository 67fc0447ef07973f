export { encodeFrame } from './encode-frame.ts'
export { ENTER_COMMAND, FRAME_PRESETS, QD1, nextSequence } from './frame-descriptor.ts'
export type {
  Frame,
  FrameDescriptor,
  FrameDirection,
  HeaderField,
  HeaderFieldName,
  HeaderFieldType,
} from './frame-descriptor.ts'
export { FrameDecoder } from './frame-decoder.ts'
export type { DecodedFrames, FrameFault } from './frame-decoder.ts'
export { previewFrame } from './preview-frame.ts'
export type { FramePreview } from './preview-frame.ts'
