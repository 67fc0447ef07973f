import * as z from 'zod/mini'

/**
 * What something does to players or to the console, whichever call, step, command or job does it. Whoever is given a currency
 * is given an item, too.
 */
export const EFFECTS = [
  'items',
  'currency',
  'sensitive',
  'many',
  'rights',
  'catalogue',
  'destructive',
] as const
export type Effect = (typeof EFFECTS)[number]
export const effect = z.enum(EFFECTS)

/** Effects that are known, and whether there can be no others. */
export const effects = z.object({ known: z.array(effect), isComplete: z.boolean() })
export type Effects = Readonly<z.infer<typeof effects>>

/** Nobody can say what it does. */
export const UNKNOWN_EFFECTS: Effects = { known: [], isComplete: false }

/** These and no others; a currency brings `items` with it. */
export function effectsOf(...known: readonly (Effect | false)[]): Effects {
  const set = new Set<Effect>(known.filter((each) => each !== false))
  if (set.has('currency')) set.add('items')
  return { known: EFFECTS.filter((each) => set.has(each)), isComplete: true }
}

export function addEffects(all: readonly Effects[]): Effects {
  const { known } = effectsOf(...all.flatMap((each) => each.known))
  return { known, isComplete: all.every(({ isComplete }) => isComplete) }
}

/** From so many players something has the effect `many`. */
export const MANY_PLAYERS = 100
