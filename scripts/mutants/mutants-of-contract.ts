import { node } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const ODD_NAMES = 'features/data-edit/server/odd-names.test.ts'

/** Names a game may give, and what is left out of them. */
export const CONTRACT_MUTANTS: readonly Mutant[] = [
  {
    rule: 'S7.12: every name is carried but those that reach prototypes',
    file: 'packages/protocol-model/src/definition/names.ts',
    from: 'name.length <= MAX_NAME_LENGTH',
    to: 'SAFE_NAME.test(name)',
    test: node(ODD_NAMES, '[S7.12] is read with every name'),
  },
  {
    rule: 'S7.14: no row is added or taken away that declares a field which is left out',
    file: 'packages/protocol-model/src/changes/check-change.ts',
    from: 'opFault(change, place) ?? leftOutFault(protocol, change, place)',
    to: 'opFault(change, place)',
    test: node(ODD_NAMES, 'refuses to add a row of a type'),
  },
  {
    rule: 'S7.14: no row is taken away whose data has a field which is left out',
    file: 'features/data-edit/server/checking/left-out-refusals.ts',
    from: 'if (whole.length === 0) return []',
    to: 'if (whole.length >= 0) return []',
    test: node(ODD_NAMES, 'refuses to remove a row whose data'),
  },
  {
    rule: 'S3.17: a repeated field with a declared key is a table',
    file: 'packages/protocol-model/src/definition/derive-protocol.ts',
    from: 'if (message === null || !Object.hasOwn(this.#keys, message)) continue',
    to: 'if (message === null || Object.hasOwn(this.#keys, message)) continue',
    test: node(
      'packages/protocol-model/src/definition/derive-protocol.test.ts',
      'has a module for each root',
    ),
  },
]
