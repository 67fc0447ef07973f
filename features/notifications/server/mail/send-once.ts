import { uuidv7 } from '@qd/server-kit'
import type { UseCaseDeps } from '../notifications-deps.ts'
import type { Mail, Mailer } from './create-mailer.ts'
import { mailFault } from './mail-fault.ts'
import { messageIdOf } from './mail-way.ts'

/** Sends a mail that must not be kept, so it has one try; says whether the mail server took it. */
export function sendOnce({ log }: Pick<UseCaseDeps, 'log'>, mailer: Mailer, from: string) {
  return async (mail: Pick<Mail, 'to' | 'subject' | 'text'>, signal: AbortSignal): Promise<boolean> => {
    try {
      await mailer.send({ ...mail, messageId: messageIdOf(uuidv7(), from) }, signal)
      return true
    } catch (error) {
      log.error(mailFault(error), 'mail could not be sent')
      return false
    }
  }
}
