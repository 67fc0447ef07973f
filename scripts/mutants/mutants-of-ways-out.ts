import { node } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const DIALER = 'packages/server-kit/src/dialer'
const CLASSES = 'packages/server-kit/test/address-classes.test.ts'
const GUARD = 'packages/server-kit/test/dialer-guard.test.ts'
const ANSWERS = 'packages/server-kit/test/dialer-answers.test.ts'
const SOCKETS = 'packages/server-kit/test/dialer-sockets.test.ts'
const STREAM = 'packages/server-kit/test/dialer-stream.test.ts'

/** The guarded dialer: which addresses, that the checked one is dialled, and what ends. */
export const WAY_OUT_MUTANTS: readonly Mutant[] = [
  {
    rule: 'T1: an IPv4 address hidden in IPv6 is in its own class',
    file: `${DIALER}/check-address.ts`,
    from: 'groups[5] === 0x5efe) return last()',
    to: 'groups[5] === 0x5eff) return last()',
    test: node(CLASSES, 'hidden in IPv6 (ISATAP)'),
  },
  {
    rule: 'T1: the whole range of carriers is a private network',
    file: `${DIALER}/check-address.ts`,
    from: "privateNets.addSubnet('100.64.0.0', 10)",
    to: "privateNets.addSubnet('100.64.0.0', 11)",
    test: node(CLASSES, 'every IPv4 address is in its class'),
  },
  {
    rule: 'T1: one forbidden address spoils a name',
    file: `${DIALER}/guarded-lookup.ts`,
    from: '!addresses.every(isAllowed)',
    to: '!addresses.some(isAllowed)',
    test: node(GUARD, 'one forbidden address among several spoils the name'),
  },
  {
    rule: 'T1: a socket is led to the address that was checked',
    file: `${DIALER}/open-socket.ts`,
    from: 'lookup: lookupAmong(addresses), ',
    to: '',
    test: node(GUARD, 'a name is asked for once, and what was checked is dialled'),
  },
  {
    rule: 'T1: HTTP is led to the address that was checked',
    file: `${DIALER}/http/stream-http.ts`,
    from: 'lookup: guardedLookup({ networks, port: portOf(url), ownPorts: way.ownPorts }),',
    to: '',
    test: node(STREAM, 'a mixed answer of the resolver is refused'),
  },
  {
    rule: 'T1: the console itself is refused behind a name',
    file: `${DIALER}/guarded-lookup.ts`,
    from: '    to.ownPorts,\n',
    to: '    [],\n',
    test: node(GUARD, 'the console itself is refused, by address and by name'),
  },
  {
    rule: 'T1: switches open networks only where somebody vouches for them',
    file: `${DIALER}/create-dialer.ts`,
    from: 'if (!areNetworks(request.networks))',
    to: 'if (typeof request.networks !== "object")',
    test: node(GUARD, 'switches that nobody vouches for open nothing'),
  },
  {
    rule: 'T1: a kept connection belongs to the networks it was opened for',
    file: `${DIALER}/create-dialer.ts`,
    from: 'const name = `${protocol}${allowLoopback}${allowPrivate}`',
    to: 'const name = `${protocol}${typeof allowLoopback}${typeof allowPrivate}`',
    test: node(STREAM, 'a kept connection is used again, never by a target that opens less'),
  },
  {
    rule: 'T1: TLS accepts the certificate of a known authority',
    file: `${DIALER}/open-socket.ts`,
    from: '    ...(ca === undefined ? {} : { ca }),\n',
    to: '    rejectUnauthorized: false,\n',
    test: node(SOCKETS, 'refuses a certificate of nobody but itself'),
  },
  {
    rule: 'T1: a datagram of somebody else is dropped',
    file: `${DIALER}/open-udp.ts`,
    from: 'socket.connect(peer.port, address, resolve)',
    to: 'socket.bind(0, resolve)\n    const { send } = socket\n    socket.send = ((bytes: Uint8Array, sent: () => void) =>\n      send.call(socket, bytes, peer.port, address, sent)) as never',
    test: node(SOCKETS, 'what somebody else sends to the socket never arrives'),
  },
  {
    rule: 'T30: an answer is read to its limit',
    file: `${DIALER}/http/answer-body.ts`,
    from: 'if (bytes > maxBytes) {',
    to: 'if (bytes > maxBytes * 2) {',
    test: node(ANSWERS, 'one byte too many'),
  },
  {
    rule: 'T30: a connection that is given up is closed',
    file: `${DIALER}/open-socket.ts`,
    from: '      socket.destroy()\n',
    to: '',
    test: node(SOCKETS, 'a port that lets nobody in ends by its time'),
  },
  {
    rule: 'T30: bytes that are no HTTP were an answer to something sent',
    file: `${DIALER}/dial-fault.ts`,
    from: "if (code.startsWith('HPE_')) return new DialError('cut'",
    to: "if (code.startsWith('HPE_')) return new DialError('unreachable'",
    test: node(ANSWERS, 'no HTTP has a name'),
  },
]
