import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'

interface Got {
  from: string
  to: string[]
  raw: string
}

/**
 * A real SMTP server that keeps what it gets.
 *
 * @internal tests of other parts of the console send mail too.
 */
export async function startMailServer(more: SMTPServerOptions = {}, port = 0) {
  const got: Got[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const raw = Buffer.concat(pieces).toString('utf8')
        got.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
        callback()
      })
    },
    ...more,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    got,
    port: (server.server.address() as AddressInfo).port,
    connections: () => server.connections as unknown as Set<{ id: string; close(): void }>,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
