import { DialError } from '@qd/game-contract/adapter'
import type { UseCaseDeps } from '../notifications-deps.ts'
import type { Outcome, OutWay } from '../outbox/way.ts'
import { linkTo, storedLanguage, wordsOf } from '../words.ts'
import type { Mailer } from './create-mailer.ts'
import { mailFault } from './mail-fault.ts'

/** A mail server may be away over a long weekend. */
export const MAIL_GIVE_UP_MS = 4 * 86_400_000

/** Part of a mail's id that is the sender's own. */
export function messageIdOf(id: string, from: string): string {
  return `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'quarterdeck'}>`
}

interface SmtpFault {
  code?: string
  responseCode?: number
  command?: string
}

/** The mail server was not reached, not with TLS, or refused the console: nothing of the mail left. */
export const wasNeverSent = (error: unknown): boolean =>
  error instanceof DialError || ['ETLS', 'EAUTH'].includes((error as SmtpFault).code ?? '')

/** A refusal of this mail or its reader, or a server that takes none now. */
export function mailOutcome(error: unknown): Outcome {
  const { responseCode: status = null, command } = error as SmtpFault
  const isOfReader = command === 'RCPT TO' && status !== null
  // Only this answer is about the reader; to the sender or the text a server says no when it is set up wrongly.
  if (isOfReader && status >= 500) return { kind: 'never', status, fault: 'mail_refused' }
  const later = { kind: 'later', status, fault: 'mail_away' } as const
  if (isOfReader || (command === 'DATA' && status !== null)) return { ...later, what: 'delivery' }
  // Without an answer, on a connection that stood: perhaps it is the mail.
  const isBroken = status === null && !(error instanceof DialError)
  return { ...later, what: isBroken ? 'either' : 'receiver' }
}

/** Mail to the verified address of the account; all of it waits for the one mail server. */
export function mailWay(deps: UseCaseDeps, mailer: Mailer, from: string): OutWay {
  return {
    name: 'mail',
    giveUpMs: MAIL_GIVE_UP_MS,
    laneOf: () => '',
    async send({ delivery, notice, signal }) {
      const row = await deps.store.read
        .selectFrom('notification_mail')
        .select(['address', 'lang'])
        .where('user_id', '=', delivery.target)
        .executeTakeFirst()
      if (row === undefined || row.address === '') return { kind: 'never', status: null, fault: 'gone' }
      const [active] = await deps.activeAmong(deps.store.read, [delivery.target])
      if (active === undefined) return { kind: 'never', status: null, fault: 'gone' }
      const lang = storedLanguage(row.lang)
      const { title, text } = wordsOf(deps, notice, lang)
      const parts = [
        title,
        text,
        notice.scope === null ? '' : deps.namesOf(notice.scope).join(' / '),
        linkTo(deps.publicUrl, notice.page) ?? '',
        `-- \n${deps.texts.text(lang, 'notifications.mailFoot')}`,
      ]
      try {
        const messageId = messageIdOf(delivery.id, from)
        const body = parts.filter((part) => part !== '').join('\n\n')
        await mailer.send({ to: row.address, subject: title, text: body, messageId }, signal)
        return { kind: 'sent', status: null }
      } catch (error) {
        const outcome = mailOutcome(error)
        deps.log.error({ ...mailFault(error), delivery: delivery.id }, 'mail could not be sent')
        return outcome
      }
    },
  }
}
