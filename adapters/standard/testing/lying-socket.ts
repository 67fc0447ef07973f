import { openFrames } from '@qd/game-frame'
import type { Frame, FrameDescriptor, Frames } from '@qd/game-frame'
import { NonceMemory, verifyEnterHash } from '@qd/game-contract/signing'
import type { WebSocket } from 'ws'
import { checkProto, MessageCodec } from '../src/index.ts'
import { HONEST_COMMANDS, HONEST_NESTED, HONEST_UID } from './honest-data.ts'
import type { SocketPersonality } from './personality.ts'

interface Speaker {
  socket: WebSocket
  codec: MessageCodec
  hashKey: string
  nonces: NonceMemory
  /** Bodies of Enter as they came. */
  entered: Record<string, unknown>[]
  layout: FrameDescriptor
}

/** A speaker with the streams of its connection. */
interface OpenSpeaker extends Speaker {
  frames: Frames
}

export function honestCodec(): MessageCodec {
  const checked = checkProto(HONEST_NESTED)
  if (!checked.ok) throw new Error(checked.reason)
  return new MessageCodec(checked.nested, checked.messages, HONEST_COMMANDS)
}

function bytesOf(codec: MessageCodec, message: string, value: unknown): Uint8Array {
  const encoded = codec.encode(message, value)
  if (!encoded.ok) throw new Error(`${message}: ${encoded.reason}`)
  return encoded.bytes
}

function refusalOf(codec: MessageCodec, code: number, msg: string): Pick<Frame, 'status' | 'body'> {
  const reqMsg = JSON.stringify({ code, msg, hint: 'try another device' })
  return { status: 1, body: bytesOf(codec, 'honest.ErrorRes', { code, msg, reqMsg }) }
}

function enterReply(
  { codec, hashKey, nonces, entered }: Speaker,
  body: Record<string, unknown>,
): Pick<Frame, 'status' | 'body'> {
  entered.push(body)
  const proof = { sId: Number(body.sId), deviceId: String(body.deviceId), ver: String(body.ver), hashKey }
  const verified = verifyEnterHash(String(body.hash), proof, Date.now(), nonces)
  if (!verified.ok) return refusalOf(codec, 1001, verified.reason)
  const c = [{ d: 'role', change: '{"level":1}' }]
  return { status: 0, body: bytesOf(codec, 'honest.EnterRes', { userId: HONEST_UID, c }) }
}

function honestReply(speaker: Speaker, frame: Frame): Pick<Frame, 'status' | 'body'> {
  const { codec } = speaker
  const command = codec.commands.get(frame.cmd)
  const decoded = command ? codec.decode(command.req, frame.body) : null
  if (!decoded?.ok) return refusalOf(codec, 3002, 'unknown command')
  if (frame.cmd === 1001) return enterReply(speaker, decoded.value as Record<string, unknown>)
  if (frame.cmd === 1002)
    return { status: 0, body: bytesOf(codec, 'honest.BeatRes', { gameTime: String(Date.now()) }) }
  return { status: 0, body: bytesOf(codec, 'honest.EchoRes', { echo: decoded.value }) }
}

function answerHonestly(speaker: OpenSpeaker, frame: Frame, change: Partial<Frame> = {}): void {
  const reply = { cmd: frame.cmd, seq: frame.seq, ...honestReply(speaker, frame), ...change }
  const push = {
    cmd: 1100,
    seq: 0,
    status: 0,
    body: bytesOf(speaker.codec, 'honest.Change', { d: 'role', change: '{}' }),
  }
  const { frames, layout, socket } = speaker
  const sent = [frames.encode('reply', push), frames.encode('reply', reply)]
  // The push and the reply share a message, as games do whose frames say how long they are.
  const hasLength = layout.header.some(({ name }) => name === 'length')
  for (const message of hasLength ? [Buffer.concat(sent)] : sent) socket.send(message)
}

const LIES: Record<Exclude<SocketPersonality, 'no_upgrade'>, (speaker: OpenSpeaker, frame: Frame) => void> = {
  honest: (speaker, frame) => answerHonestly(speaker, frame),
  slow: () => undefined,
  hang_up: ({ socket }) => socket.terminate(),
  garbage_frames: ({ socket }) => socket.send(Buffer.alloc(64, 0xff)),
  wrong_marker: ({ socket }) =>
    socket.send(Buffer.from('0000000b000003e9000000015753 00'.replace(' ', ''), 'hex')),
  too_long_frame: ({ socket }) => socket.send(Buffer.from('00ffffff', 'hex')),
  cut_frame: ({ socket }) => {
    socket.send(Buffer.from('0000000b0000', 'hex'))
    socket.close(1011, 'out of memory')
  },
  wrong_seq: (speaker, frame) => answerHonestly(speaker, frame, { seq: frame.seq + 100 }),
  wrong_command: (speaker, frame) =>
    answerHonestly(speaker, frame, { cmd: 2001 === frame.cmd ? 1001 : 2001 }),
  bad_body: (speaker, frame) => answerHonestly(speaker, frame, { body: Buffer.alloc(20, 0xff) }),
  refuse: (speaker, frame) => answerHonestly(speaker, frame, refusalOf(speaker.codec, 4002, '维护中')),
  refuse_json: (speaker, frame) => {
    const body = Buffer.from(JSON.stringify({ code: 4002, msg: '维护中', reqMsg: 'plain words' }))
    answerHonestly(speaker, frame, { status: 2, body })
  },
}

/** Speaks the game's side of a socket; the personality is asked for at each command. */
export function speakAs(speaker: Speaker, personality: () => SocketPersonality): void {
  const frames = openFrames(speaker.layout)
  speaker.socket.on('message', (data) => {
    for (const frame of frames.push('request', data as Buffer).frames) {
      const lie = personality()
      if (lie !== 'no_upgrade') LIES[lie]({ ...speaker, frames }, frame)
    }
  })
}
