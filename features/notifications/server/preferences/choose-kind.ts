import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReply } from '@qd/contract-kit'
import { grantsFor } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { notificationErrors } from '../../contract/index.ts'
import type { chooseKind as chooseRoute, notificationSettings } from '../../contract/index.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { kindNameOf } from '../words.ts'

/** Of the newest mail that was sent or given up. */
async function lastRefusal({ store }: UseCaseDeps, userId: string): Promise<number | null> {
  const last = await store.read
    .selectFrom('notice_delivery')
    .select(['fault', 'ended_at'])
    .where('way', '=', 'mail')
    .where('target', '=', userId)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.fault === 'mail_refused' ? last.ended_at : null
}

/** The kinds somebody can be told of as their rights stand now. */
function kindsFor(deps: UseCaseDeps, caller: CallContext['caller']) {
  return deps.kinds().filter(({ heldBy }) => heldBy === undefined || grantsFor(caller, heldBy).length > 0)
}

/** What the caller is told of, how, and where they read mail. */
export async function readSettings(
  deps: UseCaseDeps,
  { caller, lang }: Pick<CallContext, 'caller' | 'lang'>,
): Promise<RouteReply<typeof notificationSettings>> {
  const { read } = deps.store
  const rows = await read
    .selectFrom('notification_choice')
    .selectAll()
    .where('user_id', '=', caller.userId)
    .execute()
  const chosen = new Map(rows.map((row) => [row.kind, row]))
  const mail = await read
    .selectFrom('notification_mail')
    .select(['address', 'waiting', 'code_until'])
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  const isWaiting = mail !== undefined && mail.code_until > deps.nowMs()
  return {
    kinds: kindsFor(deps, caller).map(({ name, level }) => ({
      kind: name,
      name: kindNameOf(deps, name, lang),
      level,
      inConsole: chosen.get(name)?.in_console !== 0,
      byMail: chosen.get(name)?.by_mail === 1,
    })),
    mail: {
      isOn: deps.smtp !== undefined,
      address: mail?.address ?? '',
      waiting: isWaiting ? mail.waiting : '',
      refusedAt: await lastRefusal(deps, caller.userId),
    },
  }
}

export async function chooseKind(
  deps: UseCaseDeps,
  { kind, inConsole, byMail }: RouteInput<typeof chooseRoute>['body'],
  { caller }: Pick<CallContext, 'caller'>,
): Promise<null> {
  if (!deps.kinds().some(({ name }) => name === kind)) {
    throw new AppError(notificationErrors.notification_kind_unknown, { field: 'kind' })
  }
  const choice = { in_console: inConsole ? 1 : 0, by_mail: byMail ? 1 : 0 } as const
  await deps.store.write((tx) =>
    tx
      .insertInto('notification_choice')
      .values({ user_id: caller.userId, kind, ...choice })
      .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(choice))
      .execute(),
  )
  return null
}
