import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'

/** A reverse proxy that shows a console below `/ops/`, as companies do with several tools on one host. */
export async function startPrefixProxy(target: URL, prefix = '/ops') {
  const strip = (path: string) => path.slice(prefix.length) || '/'
  const server = createServer((asked, answer) => {
    if (!asked.url?.startsWith(`${prefix}/`)) return answer.writeHead(404).end()
    const { method, headers } = asked
    const onward = request(
      { host: target.hostname, port: target.port, path: strip(asked.url), method, headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    return asked.pipe(onward)
  })
  server.on('upgrade', (asked, socket) => {
    const onward = connect(Number(target.port), target.hostname, () => {
      const lines = [`GET ${strip(asked.url ?? '/')} HTTP/1.1`]
      for (let i = 0; i < asked.rawHeaders.length; i += 2) {
        lines.push(`${asked.rawHeaders[i]}: ${asked.rawHeaders[i + 1]}`)
      }
      onward.write(`${lines.join('\r\n')}\r\n\r\n`)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${prefix}/`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
