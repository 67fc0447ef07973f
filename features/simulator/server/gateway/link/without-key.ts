import type { FrameCipher, FrameDescriptor } from '@qd/game-frame'

/** A layout without the key of its cipher: that stays in the console. What is left still reads as a layout. */
export function withoutKey(descriptor: FrameDescriptor): FrameDescriptor {
  const { cipher } = descriptor
  if (cipher === undefined) return descriptor
  const key: FrameCipher['key'] = 'reply' in cipher.key ? cipher.key : { reply: 0 }
  return { ...descriptor, cipher: { ...cipher, key } }
}
