import type { FrameDescriptor } from './frame-descriptor.ts'

/** Whether frames of this layout carry a sequence, by which a reply names its request. */
export const hasSequence = ({ header, envelope }: FrameDescriptor): boolean =>
  header.some(({ name }) => name === 'seq') || envelope?.seq !== undefined
