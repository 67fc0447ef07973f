import { node } from './mutant.ts'
import type { Mutant } from './mutant.ts'

export const WIRE_MUTANTS: readonly Mutant[] = [
  {
    rule: 'proto-wire: 64-bit numbers keep all digits',
    file: 'packages/proto-wire/src/wire/numbers.ts',
    from: 'if (high < 0x20_00_00)',
    to: 'if (high < 0x40_00_00)',
    test: node('packages/proto-wire/src/wire/numbers.test.ts', 'numbers in two halves'),
  },
  {
    rule: 'proto-wire: each byte belongs to one node',
    file: 'packages/proto-wire/src/wire/elements-of.ts',
    from: 'if (at.pos < end) {',
    to: 'if (at.pos > end) {',
    test: node('packages/proto-wire/src/wire/broken-bytes.test.ts', 'half a packed number'),
  },
  {
    rule: 'proto-wire: messages are read as deep as protoc reads them',
    file: 'packages/proto-wire/src/wire/walk.ts',
    from: 'const MAX_DEPTH = 100',
    to: 'const MAX_DEPTH = 101',
    test: node('packages/proto-wire/test/protoc.test.ts', 'takes messages nested'),
  },
  {
    rule: 'proto-wire: names of a message never reach prototypes',
    file: 'packages/proto-wire/src/wire/put-value.ts',
    from: 'if (field.isOddName && !Object.hasOwn(target, field.name)) return undefined',
    to: '',
    test: node('packages/proto-wire/src/wire/walk.test.ts', 'away from prototypes'),
  },
  {
    rule: 'proto-wire: a command that moved breaks old clients',
    file: 'packages/proto-wire/src/schema/diff-commands.ts',
    from: "code: 'command_moved', breaking: true",
    to: "code: 'command_moved', breaking: false",
    test: node('packages/proto-wire/src/schema/diff-schemas.test.ts', 'commands'),
  },
]
