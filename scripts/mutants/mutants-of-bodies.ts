import { node } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const DOOR = 'packages/server-kit/test/body-door.test.ts'
const COUNTER = 'packages/server-kit/src/body/json-counter.test.ts'

export const BODY_MUTANTS: readonly Mutant[] = [
  {
    rule: 'bodies: values are counted one by one',
    file: 'packages/server-kit/src/body/json-counter.ts',
    from: 'if (this.values > this.#limits.values)',
    to: 'if (this.values > this.#limits.values * 2)',
    test: node(COUNTER, 'has as many values and is as deep as'),
  },
  {
    rule: 'bodies: depth ends at its limit',
    file: 'packages/server-kit/src/body/json-counter.ts',
    from: 'this.#levels.length >= this.#limits.depth',
    to: 'this.#levels.length > this.#limits.depth',
    test: node(COUNTER, 'has as many values and is as deep as'),
  },
  {
    rule: 'bodies: keys of the prototype chain are refused however they are spelled',
    file: 'packages/server-kit/src/body/json-counter.ts',
    from: 'else if (this.#isKey) this.#spell(this.#unicode)',
    to: 'else if (this.#isKey) this.#spell(0x20)',
    test: node('packages/server-kit/test/guard.test.ts', 'u005f_proto__'),
  },
  {
    rule: 'bodies: bytes are counted as they come, whatever was said before',
    file: 'packages/server-kit/src/body/read-json.ts',
    from: 'if (coming.received > rules.bytes)',
    to: 'if ((saidBytes ?? 0) > rules.bytes)',
    test: node(DOOR, 'bytes of a stranger'),
  },
  {
    rule: 'bodies: a body ends when something is found in it',
    file: 'packages/server-kit/src/body/read-json.ts',
    from: 'if (refusal !== null) finish(refusal)',
    to: 'if (refusal !== null) source.once("end", () => finish(refusal))',
    test: node(DOOR, 'depth'),
  },
  {
    rule: 'bodies: what was held is given back',
    file: 'packages/server-kit/src/body/read-json.ts',
    from: '    hold.release()',
    to: '    void hold',
    test: node(DOOR, 'who goes away in the middle gives it back, however often'),
  },
  {
    rule: 'bodies: one caller holds a part, not all',
    file: 'packages/server-kit/src/body/body-share.ts',
    from: 'own > this.#part.each ||',
    to: 'own < 0 ||',
    test: node(DOOR, 'a caller who holds their part is told to wait'),
  },
  {
    rule: 'bodies: a stranger has ten seconds, however fast they send',
    file: 'packages/server-kit/src/body/body-pace.ts',
    from: 'return this.#isPublic || this.received',
    to: 'return this.received',
    test: node(DOOR, 'a stranger has their time, however fast they send'),
  },
  {
    rule: 'bodies: nothing is read for an address that does not exist',
    file: 'packages/server-kit/src/body/body-door.ts',
    from: 'if (request.is404)',
    to: "if (request.is404 && request.method === 'GET')",
    test: node(DOOR, 'no such address'),
  },
  {
    rule: 'bodies: a text ends at its limit',
    file: 'packages/server-kit/src/body/sent-text.ts',
    from: 'if (this.#textBytes > limit)',
    to: 'if (this.#textBytes > limit * 2)',
    test: node(DOOR, 'more than its limit is refused'),
  },
  {
    rule: 'bodies: no public call takes more than a form of a stranger',
    file: 'packages/contract-kit/src/body-rules.ts',
    from: 'if (isOpen && bytes',
    to: 'if (isOpen && 0 * bytes',
    test: node('packages/contract-kit/src/largest-json.test.ts', 'what nobody declared is refused'),
  },
  {
    rule: 'live: a stranger sends a ticket and nothing larger',
    file: 'packages/server-kit/src/live/live-connection.ts',
    from: 'this.caller === null ? UNPROVEN_FRAME : FRAME',
    to: 'FRAME',
    test: node('packages/server-kit/test/live.test.ts', 'without a ticket a frame is small'),
  },
  {
    rule: 'bodies: an early refusal says of itself what every answer does',
    file: 'packages/server-kit/src/app/answer-early.ts',
    from: '  ...ANSWER_HEADERS,',
    to: "  'content-type': ANSWER_HEADERS['content-type'],",
    test: node(
      'packages/server-kit/test/broken-request.test.ts',
      'a body that does not come is refused like',
    ),
  },
]
