import { serve } from '@qd/server-kit'
import type { NotificationKind, NotificationsPort, ServedRoute, ServerFeature } from '@qd/server-kit'
import { createLeases } from '@qd/store'
import * as contract from '../contract/index.ts'
import { listOwn } from './inbox/list-own.ts'
import { markAllRead, markRead } from './inbox/mark-read.ts'
import { serveUnread } from './inbox/serve-unread.ts'
import { createMailer } from './mail/create-mailer.ts'
import type { Mail, Mailer } from './mail/create-mailer.ts'
import { mailWay } from './mail/mail-way.ts'
import { beginMail, confirmMail, removeMail } from './mail/own-mail.ts'
import { sendOnce } from './mail/send-once.ts'
import { NOTIFICATION_TIMING } from './notifications-deps.ts'
import type { NotificationsDeps, UseCaseDeps } from './notifications-deps.ts'
import { createOutbox } from './outbox/create-outbox.ts'
import { chooseKind, readSettings } from './preferences/choose-kind.ts'
import { createSpreader } from './spread/create-spreader.ts'
import { sweepNotifications } from './sweep-notifications.ts'
import { createTell } from './tell.ts'
import { listDeliveries, listWebhooks } from './webhooks/list-webhooks.ts'
import { removeWebhook, renewSecret, saveWebhook } from './webhooks/save-webhook.ts'
import { testWebhook } from './webhooks/test-webhook.ts'
import { webhookWay } from './webhooks/webhook-way.ts'

export { notificationMigrations } from './notification-migrations.ts'
export type { NotificationTables } from './notification-tables.ts'
export type { NoticePlace, NotificationsDeps, SmtpSettings } from './notifications-deps.ts'

const DAY_MS = 86_400_000

/** What this feature itself tells people of. */
const OWN_KINDS: readonly NotificationKind[] = [
  contract.WEBHOOK_FAILING,
  contract.WEBHOOK_OFF,
  contract.WEBHOOK_RIGHTS,
]

export interface NotificationsFeature extends ServerFeature {
  /** For features that tell people of events. */
  port: NotificationsPort
  /** One mail at once, kept nowhere; null where the console sends none. False: the mail server did not take it. */
  sendMail: ((mail: Pick<Mail, 'to' | 'subject' | 'text'>, signal: AbortSignal) => Promise<boolean>) | null
  /** Hands on and sends what is due now; resolves when this node has nothing more to do. */
  settle(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

function inboxRoutes(deps: UseCaseDeps): ServedRoute[] {
  return [
    serve(contract.notificationList, ({ body }, ctx) => listOwn(deps, body, ctx)),
    serve(contract.notificationRead, {
      effect: 'store',
      handle: ({ body }, { caller }) => markRead(deps, caller.userId, body.ids),
    }),
    serve(contract.notificationReadAll, {
      effect: 'store',
      handle: ({ body }, { caller }) => markAllRead(deps, caller.userId, body.upTo),
    }),
  ]
}

function preferenceRoutes(deps: UseCaseDeps & { mailer: Mailer | null }): ServedRoute[] {
  return [
    serve(contract.notificationSettings, (_input, ctx) => readSettings(deps, ctx)),
    serve(contract.chooseKind, {
      effect: 'store',
      handle: ({ body }, ctx) => chooseKind(deps, body, ctx),
    }),
    serve(contract.mailBegin, ({ body }, ctx) => beginMail(deps, body, ctx)),
    serve(contract.mailConfirm, {
      effect: 'store',
      handle: ({ body }, ctx) => confirmMail(deps, body, ctx),
    }),
    serve(contract.mailRemove, { effect: 'store', handle: (_input, ctx) => removeMail(ctx) }),
  ]
}

function webhookRoutes(deps: UseCaseDeps): ServedRoute[] {
  return [
    serve(contract.webhookList, (_input, ctx) => listWebhooks(deps, ctx)),
    serve(contract.webhookDeliveries, ({ body }, ctx) => listDeliveries(deps, body, ctx)),
    serve(contract.webhookSave, {
      effect: 'store',
      handle: ({ body }, ctx) => saveWebhook(deps, body, ctx),
    }),
    serve(contract.webhookRenew, {
      effect: 'store',
      handle: ({ body }, ctx) => renewSecret(deps, body, ctx),
    }),
    serve(contract.webhookRemove, {
      effect: 'store',
      handle: ({ body }, ctx) => removeWebhook(deps, body, ctx),
    }),
    serve(contract.webhookTest, {
      effect: 'store',
      handle: ({ body }, ctx) => testWebhook(deps, body, ctx),
    }),
  ]
}

/** What people are told of: in the console, by webhooks and by mail. */
export function createNotificationsFeature(given: NotificationsDeps): NotificationsFeature {
  const deps: UseCaseDeps = {
    ...given,
    nowMs: given.nowMs ?? Date.now,
    random: given.random ?? Math.random,
    timing: { ...NOTIFICATION_TIMING, ...given.timing },
    leases: createLeases(given.store),
    tell: createTell(given.store),
  }
  const { smtp, dialer, timing } = deps
  const mailer = smtp === undefined ? null : createMailer({ dialer, smtp, sendMs: timing.sendMs })
  const ways = [
    webhookWay(deps),
    ...(mailer === null || smtp === undefined ? [] : [mailWay(deps, mailer, smtp.from)]),
  ]
  const spreader = createSpreader(deps)
  const outbox = createOutbox(deps, ways)
  return {
    name: 'notifications',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [...inboxRoutes(deps), ...preferenceRoutes({ ...deps, mailer }), ...webhookRoutes(deps)],
    channels: [serveUnread(deps)],
    notifications: OWN_KINDS,
    sendMail: mailer === null || smtp === undefined ? null : sendOnce(deps, mailer, smtp.from),
    port: { tell: (tx, notice, to) => deps.tell(tx, notice, { to, atMs: deps.nowMs() }) },
    cleanUps: [{ name: 'notifications', everyMs: DAY_MS, run: () => sweepNotifications(deps) }],
    async settle() {
      await spreader.wake()
      await outbox.wake()
    },
    async start() {
      spreader.start()
      outbox.start()
    },
    async stop() {
      await spreader.stop()
      await outbox.stop()
    },
  }
}
