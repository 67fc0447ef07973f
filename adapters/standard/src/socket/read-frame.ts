import type { GameSocketFrame } from '@qd/game-contract/adapter'
import type { Frame, FrameProblem } from '@qd/game-frame'
import type { Decoded, MessageCodec } from '../proto/message-codec.ts'

type Direction = GameSocketFrame['direction']

function decodedBody(codec: MessageCodec, message: string, frame: Frame): Decoded {
  if (frame.status !== 0) return codec.decodeError(frame.body)
  if (message === '') {
    return frame.body.length === 0
      ? { ok: true, value: {} }
      : { ok: false, reason: 'the definition has no message for it' }
  }
  return codec.decode(message, frame.body)
}

function messageOf(codec: MessageCodec, frame: Frame, direction: Direction): string {
  const command = codec.commands.get(frame.cmd)
  if (frame.status !== 0) return codec.errorType ?? ''
  if (direction === 'request') return command?.req ?? ''
  if (direction === 'reply') return command?.res ?? ''
  return command?.push || command?.res || ''
}

/** A frame as it travelled, with what its layout could not read of it. */
interface TravelledFrame extends Frame {
  raw: Uint8Array
  problem?: FrameProblem
}

/** A frame as the console shows it; a body that cannot be read keeps its hex and says why. */
export function readFrame(codec: MessageCodec, frame: TravelledFrame, direction: Direction): GameSocketFrame {
  const message = messageOf(codec, frame, direction)
  const decoded: Decoded = frame.problem
    ? { ok: false, reason: frame.problem.reason }
    : decodedBody(codec, message, frame)
  return {
    direction,
    cmd: frame.cmd,
    seq: frame.seq,
    status: frame.status,
    message,
    body: decoded.ok ? decoded.value : null,
    ...(decoded.ok ? {} : { bodyError: decoded.reason }),
    hex: Buffer.from(frame.raw).toString('hex'),
  }
}
