import type { DataChangeReply, DataChangeRequest, DataCheckReply, DataCheckRequest } from '@qd/game-contract'
import type { Change } from '@qd/protocol-model'
import { describeChange } from '../game/edit/describe-change.ts'
import { editWarnings } from '../game/edit/edit-warnings.ts'
import { planEdit } from '../game/edit/plan-edit.ts'
import { rowResult } from '../game/edit/row-fault.ts'
import { settleDerived } from '../game/edit/settle-derived.ts'
import { GameFailure } from '../game/game-failure.ts'
import type { Game } from '../game/game.ts'
import type { Language } from '@qd/i18n'
import { say, saidIn } from '../texts/say.ts'
import { isOnline } from '../game/live-player.ts'
import type { LivePlayer } from '../game/live-player.ts'

const CONFLICT = say('这里的值已经变了')

/** What a change would do, without doing it. */
export function checkData(game: Game, input: DataCheckRequest, language: Language): DataCheckReply {
  const player = game.player(input.uId)
  const { protocol } = game.definitions
  const plan = planEdit(game.definitions, player.document, input.changes as Change[])
  const refused = [
    ...[...plan.refused].map(([index, fault]) => rowResult(index, fault, language)),
    ...plan.conflicts.map(({ index }) => rowResult(index, { code: 2003, msg: CONFLICT }, language)),
  ]
  return {
    actions: plan.accepted.map(({ change }) => {
      const { text, code } = describeChange(protocol, change)
      return { text: saidIn(language, text), code }
    }),
    warnings: editWarnings(plan.accepted).map(({ msg, ...rest }) => ({
      ...rest,
      msg: saidIn(language, msg),
    })),
    refused: refused.sort((left, right) => left.index - right.index),
  }
}

/** True when the player's session was ended for this edit. */
function applyPolicy(game: Game, player: LivePlayer, policy: DataChangeRequest['onlinePolicy']): boolean {
  if (!isOnline(player) || policy === 'live') return false
  if (policy === 'refuse') throw new GameFailure(2002, say('玩家在线'))
  game.kick(player, '数据维护，请重新登录')
  return true
}

/** Makes the accepted changes, saved before the answer leaves; a touched value that moved refuses the whole call. */
export function changeData(game: Game, input: DataChangeRequest, language: Language): DataChangeReply {
  const player = game.player(input.uId)
  const { protocol } = game.definitions
  const plan = planEdit(game.definitions, player.document, input.changes as Change[])
  if (plan.conflicts.length > 0) {
    throw new GameFailure(2003, CONFLICT, { details: { conflicts: plan.conflicts } })
  }
  const results = input.changes.map((_, index) => rowResult(index, plan.refused.get(index) ?? null, language))
  if (plan.accepted.length === 0) return { version: String(player.version), c: [], results }
  const now = game.clock.gameSeconds()
  const wasKicked = applyPolicy(game, player, input.onlinePolicy)
  const document = settleDerived(player.document, plan.document, now)
  if (wasKicked) document.role = { ...document.role, lastLogoutAt: now }
  const c = game.replace(player, document)
  const { opId, user, reason } = input.operator
  const actions = plan.accepted.map(({ change }) => saidIn('cn', describeChange(protocol, change).text))
  game.log.write('info', 'data.changed', { opId, user, reason, uId: player.uId, actions })
  return { version: String(player.version), c, results }
}
