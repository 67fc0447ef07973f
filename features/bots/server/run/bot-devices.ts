import { compileScenario } from '@qd/scenario'
import type { Scenario } from '@qd/scenario'
import { ENTER_COMMAND } from '@qd/game-frame'
import { simulatorAsPlayer } from '@qd/simulator/contract'
import type { Caller, CataloguePlace } from '@qd/server-kit'
import { holdsNamed } from './may-play.ts'

/** Devices of bots begin so: nobody holds one in their hands. */
export const BOT_DEVICE = 'bot-'

/** Whether bots of the caller may enter as players that are not the bots' own. */
export function mayBeAnybody(caller: Pick<Caller, 'grants'>, place: CataloguePlace): boolean {
  return holdsNamed(caller, simulatorAsPlayer, place)
}

/** Whether a text with variables can turn out to be a device of a bot. */
function mayBeBot(text: string): boolean {
  const known = text.split('{{', 1)[0] ?? ''
  const isWhole = known.length === text.length
  return known.startsWith(BOT_DEVICE) || (!isWhole && BOT_DEVICE.startsWith(known))
}

/** The first step that would let a bot in as somebody else's player; null: none does, as far as one can tell before. */
export function foreignStep(scenario: Scenario, find: Parameters<typeof compileScenario>[1]) {
  const compiled = compileScenario(scenario, find)
  if (!compiled.ok) return null
  for (const each of compiled.program.instructions) {
    if (each.op === 'enter' && !mayBeBot(each.step.deviceId ?? BOT_DEVICE))
      return { step: each.label, field: 'deviceId' }
    // An Enter of one's own: its hash comes from elsewhere, and lets in whom it names.
    if (each.op === 'send' && each.cmd === ENTER_COMMAND) return { step: each.label, field: 'message' }
  }
  return null
}
