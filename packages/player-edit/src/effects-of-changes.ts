import { addEffects, effectsOf } from '@qd/contract-kit'
import type { Effects } from '@qd/contract-kit'
import { touchesSensitive } from '@qd/protocol-model'
import type { Change, ProtocolDefinition } from '@qd/protocol-model'
import { givenItems } from './given-items.ts'
import { currenciesOf, quantitiesBelow } from './quantities.ts'

/** Where something is changed, whatever it becomes. */
type ChangedPlace = Pick<Change, 'diff' | 'key' | 'path' | 'op'>

/** What changes at these places can do, whatever their values are; unknown where the definition knows no such place. */
export function effectsOfPlaces(protocol: ProtocolDefinition, changes: readonly ChangedPlace[]): Effects {
  return addEffects(
    changes.map((change) => {
      const kinds = quantitiesBelow(protocol, change)
      const gives = change.op !== 'remove'
      const { known } = effectsOf(
        gives && kinds !== null && kinds.size > 0 && 'items',
        gives && kinds?.has('fields') === true && 'currency',
        touchesSensitive(protocol, change) && 'sensitive',
        change.op === 'remove' && 'destructive',
      )
      return { known, isComplete: kinds !== null }
    }),
  )
}

/** What these changes do: they give where a quantity rises. */
export function effectsOfChanges(protocol: ProtocolDefinition, changes: readonly Change[]): Effects {
  const given = givenItems(protocol, changes)
  const currencies = currenciesOf(protocol)
  const { known, isComplete } = effectsOfPlaces(protocol, changes)
  return {
    ...effectsOf(
      ...known.filter((each) => each !== 'items' && each !== 'currency'),
      given.length > 0 && 'items',
      given.some(({ number }) => currencies.has(number)) && 'currency',
    ),
    isComplete,
  }
}
