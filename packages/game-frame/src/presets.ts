import type { FrameDescriptor, HeaderField } from './frame-descriptor.ts'

const MIB = 1_048_576

/** The preset of the standard contract; the marker spells "QD". */
export const QD1: FrameDescriptor = {
  name: 'qd-1',
  header: [
    { name: 'length', type: 'u32' },
    { name: 'cmd', type: 'u32' },
    { name: 'seq', type: 'u32' },
    { name: 'marker', type: 'u16', value: 0x5144 },
    { name: 'status', type: 'u8', direction: 'reply' },
  ],
  lengthCovers: 'afterLength',
  maxFrameBytes: MIB,
  heartbeat: { cmd: 1002, everySeconds: 20 },
}

/** Leaf (Go) over TCP with its defaults: two bytes of length, two of the message's id, at most 4096 bytes behind the length. */
const LEAF: FrameDescriptor = {
  name: 'leaf',
  header: [
    { name: 'length', type: 'u16' },
    { name: 'cmd', type: 'u16' },
  ],
  lengthCovers: 'afterLength',
  maxFrameBytes: 4098,
  transport: 'tcp',
}

/** Leaf over WebSocket sends no length: a message is a frame. */
const LEAF_WS: FrameDescriptor = {
  name: 'leaf-ws',
  header: [{ name: 'cmd', type: 'u16' }],
  maxFrameBytes: 4096,
  transport: 'websocket',
}

/** Pomelo's package holds a message only when its type is 4: data. */
const isData = { field: 'package', is: [4] }

/** The flag byte of a Pomelo message: bits 1 to 3 are its kind, bit 0 says that the route is a number. */
const pomeloFlags = (direction: 'request' | 'reply', normal: number, push: number): HeaderField => ({
  name: 'flags',
  type: 'u8',
  direction,
  default: normal,
  defaultPush: push,
  numberBit: 1,
  when: isData,
})

/**
 * Pomelo: a package (kind, 24 bits of length) around a message (flag, id, route). Requests (0) and responses (2) have
 * an id; requests, notifies (1) and pushes (3) a route. The other packages: 1 handshake, 2 its answer, 3 heartbeat, 5 kick.
 */
const POMELO: FrameDescriptor = {
  name: 'pomelo',
  header: [
    { name: 'custom', label: 'package', type: 'u8', default: 4 },
    { name: 'length', type: 'u24' },
    pomeloFlags('request', 0, 2),
    pomeloFlags('reply', 4, 6),
    { name: 'seq', type: 'varint', direction: 'request', when: { field: 'flags', mask: 0x0e, is: [0] } },
    { name: 'seq', type: 'varint', direction: 'reply', when: { field: 'flags', mask: 0x0e, is: [4] } },
    { name: 'cmd', type: 'u16', when: { field: 'flags', mask: 0x0f, is: [1, 3, 7] } },
    { name: 'cmd', type: 'text8', when: { field: 'flags', mask: 0x0f, is: [0, 2, 6] } },
  ],
  lengthCovers: 'afterLength',
  maxFrameBytes: MIB,
  transport: 'websocket',
  body: 'json',
  heartbeat: { cmd: 0, everySeconds: 20, fields: { package: 3 } },
  opening: [
    {
      send: {
        fields: { package: 1 },
        json: { sys: { type: 'js-websocket', version: '1.1.1' }, user: {} },
      },
    },
    {
      wait: {
        fields: { package: 1 },
        ok: { path: ['code'], is: [200] },
        heartbeat: ['sys', 'heartbeat'],
        routes: ['sys', 'dict'],
      },
    },
    { send: { fields: { package: 2 } } },
  ],
  routes: {},
}

/**
 * The ExternalMessage of ioGame (Java): the command is main command and sub command in 16 bits each. `cmdCode` 0 is a
 * heartbeat, 1 business; a failure says why in `validMsg`.
 */
const IOGAME: FrameDescriptor = {
  name: 'iogame',
  header: [],
  maxFrameBytes: MIB,
  transport: 'websocket',
  heartbeat: { cmd: 0, everySeconds: 8, fields: { cmdCode: 0 } },
  envelope: {
    cmd: { field: 3 },
    seq: { field: 7 },
    status: { field: 4, as: 'sint' },
    body: { field: 6 },
    more: [
      { label: 'cmdCode', field: 1, default: 1 },
      { label: 'protocolSwitch', field: 2 },
      { label: 'validMsg', field: 5, as: 'text' },
    ],
  },
}

/** The same over TCP, behind four bytes of length. */
const IOGAME_TCP: FrameDescriptor = {
  ...IOGAME,
  name: 'iogame-tcp',
  header: [{ name: 'length', type: 'u32' }],
  lengthCovers: 'afterLength',
  transport: 'tcp',
}

/**
 * skynet's netpack: two bytes of length. What follows is the game's own; here a command of 16 bits and a session of 32,
 * as many games do that use protobuf.
 */
const SKYNET_NETPACK: FrameDescriptor = {
  name: 'skynet-netpack',
  header: [
    { name: 'length', type: 'u16' },
    { name: 'cmd', type: 'u16' },
    { name: 'seq', type: 'u32' },
  ],
  lengthCovers: 'afterLength',
  maxFrameBytes: 65_537,
  transport: 'tcp',
}

/**
 * Netty's LengthFieldPrepender(4) and LengthFieldBasedFrameDecoder(max, 0, 4, 0, 4): four bytes of length. What follows
 * is the game's own; here a command of 32 bits.
 */
const NETTY_LENGTH_FIELD: FrameDescriptor = {
  name: 'netty-length-field',
  header: [
    { name: 'length', type: 'u32' },
    { name: 'cmd', type: 'u32' },
  ],
  lengthCovers: 'afterLength',
  maxFrameBytes: MIB,
  transport: 'tcp',
}

/**
 * The realtime Envelope of Nakama with format=protobuf: `cid` is a text that comes back with the reply, the rest is a
 * oneof whose field number says what it is. 11 is Error.
 */
const NAKAMA: FrameDescriptor = {
  name: 'nakama',
  header: [],
  maxFrameBytes: MIB,
  transport: 'websocket',
  envelope: { cmd: 'oneof', seq: { field: 1, as: 'text' }, errorCmd: 11 },
}

const ALL = [QD1, LEAF, LEAF_WS, POMELO, IOGAME, IOGAME_TCP, SKYNET_NETPACK, NETTY_LENGTH_FIELD, NAKAMA]

export const FRAME_PRESETS: ReadonlyMap<string, FrameDescriptor> = new Map(
  ALL.map((each) => [each.name, each]),
)
