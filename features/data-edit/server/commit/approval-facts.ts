import type { Words } from '@qd/contract-kit'
import { LANGUAGES } from '@qd/i18n'
import { effectsOfChanges } from '@qd/player-edit'
import { placeText, placeWords, protocolIn, touchesSensitive } from '@qd/protocol-model'
import { objectKey } from '@qd/server-kit'
import type { ApprovalFacts, CallContext } from '@qd/server-kit'
import type { Change } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { worthOfChanges } from '../items/worth-of-changes.ts'
import { playerOf } from '../player-of.ts'

const MOST_SHOWN = 200
const MOST_CHARS = 200

function valueText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MOST_CHARS)
}

interface ShownChanges {
  changes: readonly Change[]
  key: 'edit.title.commit' | 'edit.title.undo'
  isBack: boolean
  /** Those that give something to the player. */
  gives: readonly Change[]
}

/**
 * What somebody is asked to approve of changes to one player. The game compares the old values itself when they are sent, so
 * that there is nothing else they are based on.
 */
export async function changesFacts(
  deps: UseCaseDeps,
  ctx: CallContext,
  { changes, key, isBack, gives }: ShownChanges,
): Promise<ApprovalFacts> {
  const { server, uId } = playerOf(ctx)
  const { protocol } = await deps.protocols.known(server)
  const wordsOf = (change: Change): Words => {
    const texts = LANGUAGES.map((lang) => [lang, placeWords(protocolIn(protocol, lang), change)] as const)
    return { texts: Object.fromEntries(texts), otherwise: placeText(change) }
  }
  const effects = effectsOfChanges(protocol, gives)
  const rows = changes.slice(0, MOST_SHOWN).map((change) => {
    const [old, value] = [valueText(change.old), valueText(change.value)]
    return {
      what: wordsOf(change),
      detail: change.op,
      before: isBack ? value : old,
      after: isBack ? old : value,
      isSensitive: touchesSensitive(protocol, change),
    }
  })
  return {
    title: { key, params: { uId, count: changes.length } },
    risk: effects.known.includes('sensitive') ? 'R3' : 'R2',
    value: {
      rows: changes.length,
      worth: await worthOfChanges(deps, [{ server, changes: gives, players: 1 }]),
    },
    effects,
    objects: [objectKey('player', server.game, uId)],
    bases: [],
    preview: [{ kind: 'changes', rows, more: Math.max(0, changes.length - MOST_SHOWN) }],
    hint: `/dataModify/${uId}`,
  }
}
