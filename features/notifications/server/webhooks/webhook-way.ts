import { parseJsonText } from '@qd/canonical-json'
import { DialError } from '@qd/game-contract/adapter'
import { recordNetworks } from '@qd/game-contract/record-networks'
import { WEBHOOK_TEST } from '../../contract/index.ts'
import type { WebhookRow } from '../notification-tables.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { LONGEST_ASKED_MS } from '../outbox/back-off.ts'
import type { Outcome, OutWay, Sending } from '../outbox/way.ts'
import { messageOf } from './shapes.ts'

/** Who is told late of what happened long ago is misled. */
export const WEBHOOK_GIVE_UP_MS = 86_400_000
const CONNECT_MS = 5_000
/** Of the answer only Feishu's code is read. */
const ANSWER_BYTES = 65_536
/** Answers that would be the same for any other message: no right, no place, too often, not now. */
const OF_RECEIVER = [401, 403, 404, 408, 410, 425, 429]
/** Codes of Feishu for a message it does not take: its form, its fields, the keyword it lacks. */
const FEISHU_OF_MESSAGE = [9499, 19002, 19024]

export const secretPlace = (id: string) => `webhook/${id}/secret`
export const urlPlace = (id: string) => `webhook/${id}/url`

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** What a receiver that is asked too often says of when to come back. */
function askedWait(headers: Headers, nowMs: number): { afterMs?: number } {
  const asked = headers['retry-after']
  if (typeof asked !== 'string') return {}
  const waitMs = /^\s*\d+\s*$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - nowMs
  return waitMs > 0 ? { afterMs: Math.min(LONGEST_ASKED_MS, waitMs) } : {}
}

/** Whether another message might be taken where this one was not. */
const isOfMessage = (status: number) => status >= 400 && status <= 499 && !OF_RECEIVER.includes(status)

/** Feishu answers 200 whatever happened, with a code in the body. */
function feishuOutcome(status: number, text: string): Outcome {
  try {
    const { code, StatusCode } = parseJsonText(text) as { code?: unknown; StatusCode?: unknown }
    const answered = code ?? StatusCode
    if (answered === 0) return { kind: 'sent', status }
    if (FEISHU_OF_MESSAGE.includes(Number(answered))) {
      return { kind: 'later', what: 'delivery', status, fault: 'refused' }
    }
  } catch {
    // No answer of a bot.
  }
  return { kind: 'later', what: 'receiver', status, fault: 'refused' }
}

async function post(
  deps: UseCaseDeps,
  webhook: WebhookRow,
  { delivery, notice, signal }: Sending,
): Promise<Outcome> {
  const { secretBox, timing } = deps
  const url = secretBox.open(webhook.url, urlPlace(webhook.id))
  const secret = webhook.secret === '' ? '' : secretBox.open(webhook.secret, secretPlace(webhook.id))
  const message = messageOf(deps, { delivery, notice, webhook, secret, atMs: deps.nowMs() })
  const { sendMs } = timing
  const { status, headers, body } = await deps.dialer.stream(url, {
    method: 'POST',
    headers: message.headers,
    body: Buffer.from(message.body),
    networks: recordNetworks({
      allowLoopback: webhook.allow_loopback === 1,
      allowPrivate: webhook.allow_private === 1,
    }),
    times: {
      connectMs: Math.min(CONNECT_MS, sendMs),
      firstByteMs: sendMs,
      idleMs: sendMs,
      wholeMs: sendMs,
    },
    maxBytes: ANSWER_BYTES,
    signal,
  })
  const isTaken = status >= 200 && status <= 299
  if (isTaken && webhook.shape === 'feishu') {
    return feishuOutcome(status, Buffer.concat(await body.toArray()).toString('utf8'))
  }
  // Whatever else it says, however long, is not read.
  body.on('error', () => undefined).destroy()
  if (isTaken) return { kind: 'sent', status }
  const fault = status >= 300 && status <= 399 ? 'redirect' : 'status'
  const what = isOfMessage(status) ? 'delivery' : 'receiver'
  return { kind: 'later', what, status, fault, ...askedWait(headers, deps.nowMs()) }
}

/** Sends to one webhook as its record stands now. */
export function webhookWay(deps: UseCaseDeps): OutWay {
  return {
    name: 'webhook',
    giveUpMs: WEBHOOK_GIVE_UP_MS,
    laneOf: (target) => target,
    async send(sending) {
      const webhook = await deps.store.read
        .selectFrom('webhook')
        .selectAll()
        .where('id', '=', sending.delivery.target)
        .executeTakeFirst()
      if (webhook === undefined) return { kind: 'never', status: null, fault: 'gone' }
      const isTest = sending.notice.kind === WEBHOOK_TEST.name
      if (webhook.is_on === 0 && !isTest) return { kind: 'never', status: null, fault: 'off' }
      try {
        return await post(deps, webhook, sending)
      } catch (error) {
        if (error instanceof DialError) {
          const what = error.fault === 'cut' ? 'either' : 'receiver'
          return { kind: 'later', what, status: null, fault: error.fault }
        }
        // A fault of ours, such as secrets that stay closed: it waits like any other, and is in the log.
        deps.log.error({ err: error, webhook: webhook.id }, 'a webhook could not be sent to')
        return { kind: 'later', what: 'receiver', status: null, fault: 'failed' }
      }
    },
  }
}
