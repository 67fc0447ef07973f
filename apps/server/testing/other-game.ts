import { openFrames } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import protobuf from 'protobufjs'

/** A game of other make: known by a frame layout and .proto files alone. */
export const OTHER_LAYOUT: FrameDescriptor = {
  name: 'other',
  header: [
    { name: 'cmd', type: 'u16', endian: 'little' },
    { name: 'length', type: 'u32', endian: 'little' },
    { name: 'seq', type: 'u16', endian: 'little' },
    { name: 'status', type: 'u8', direction: 'reply' },
  ],
  lengthCovers: 'body',
  maxFrameBytes: 65_536,
}
const COMMON = 'syntax = "proto3"; package other; message Point { sint32 x = 1; sint32 y = 2; }'
const GAME = `syntax = "proto3"; package other; import "common.proto";
enum Cmd { NONE = 0; LOGIN = 7; MOVE = 9; }
message C2S_Login { string token = 1; } message S2C_Login { uint64 uId = 1; }
message C2S_Move { Point to = 1; } message S2C_Move { Point at = 1; }`
/** Its .proto files by name. */
export const OTHER_FILES = { 'game.proto': GAME, 'common.proto': COMMON }
export const OTHER_LOGIN = 7

/** The game for one socket: answers a login with a uId and a move with its point, and tells the tokens that came. */
export function speakOther(send: (bytes: Uint8Array) => void, onToken: (token: string) => void = () => {}) {
  const { root } = protobuf.parse(COMMON, { keepCase: true })
  protobuf.parse(GAME.replace(/import[^;]*;/, ''), root, { keepCase: true })
  const frames = openFrames(OTHER_LAYOUT)
  return (bytes: Uint8Array): void => {
    for (const { cmd, seq, body } of frames.push('request', bytes).frames) {
      const isLogin = cmd === OTHER_LOGIN
      const [req, res] = isLogin ? ['C2S_Login', 'S2C_Login'] : ['C2S_Move', 'S2C_Move']
      const asked = root.lookupType(`other.${req}`).decode(body) as unknown as { token: string; to: object }
      if (isLogin) onToken(asked.token)
      const answer = isLogin ? { uId: 9_007_199_254_740 } : { at: asked.to }
      const type = root.lookupType(`other.${res}`)
      send(
        frames.encode('reply', { cmd, seq, status: 0, body: type.encode(type.fromObject(answer)).finish() }),
      )
    }
  }
}
