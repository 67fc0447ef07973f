import { createTransport } from 'nodemailer'
import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import type { NotificationsDeps, SmtpSettings } from '../notifications-deps.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for each try, so that mail servers and readers can tell a repetition. */
  messageId: string
}

/** Sends one mail; rejects with what nodemailer says of it. */
export interface Mailer {
  send(mail: Mail, signal: AbortSignal): Promise<void>
}

interface MailerParts {
  dialer: NotificationsDeps['dialer']
  smtp: SmtpSettings
  sendMs: number
}

function openSocket({ dialer, smtp, sendMs }: MailerParts, signal: AbortSignal): Promise<Socket> {
  const { host, port, networks, ca } = smtp
  const times = { connectMs: sendMs, idleMs: sendMs, wholeMs: sendMs * 3 }
  const request = { networks, times, signal }
  if (smtp.tls !== 'always') return dialer.connectTcp({ host, port }, request)
  return dialer.connectTls({ host, port }, { ...request, ...(ca === undefined ? {} : { ca }) })
}

/** Mail through the server of the settings, on sockets of the guarded dialer. */
export function createMailer(parts: MailerParts): Mailer {
  const { smtp, sendMs } = parts
  const isSecured = smtp.tls === 'always'
  return {
    async send({ to, subject, text, messageId }, signal) {
      const transport = createTransport({
        host: smtp.host,
        port: smtp.port,
        secure: isSecured,
        requireTLS: smtp.tls === 'starttls',
        ignoreTLS: smtp.tls === 'none',
        greetingTimeout: sendMs,
        socketTimeout: sendMs,
        ...(smtp.ca === undefined ? {} : { tls: { ca: smtp.ca } }),
        ...(smtp.login === undefined ? {} : { auth: { user: smtp.login.user, pass: smtp.login.password } }),
        disableFileAccess: true,
        disableUrlAccess: true,
        getSocket: callbackify(async (_options: object) => ({
          connection: await openSocket(parts, signal),
          secured: isSecured,
        })),
      })
      try {
        await transport.sendMail({ from: smtp.from, to, subject, text, messageId })
      } finally {
        transport.close()
      }
    },
  }
}
