// The ws library and nothing else: answers each message with one of the same size as the console's.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as { id?: string; ticket?: string }
    if ('close' in frame) return
    const answer =
      frame.id === undefined ? { ready: true } : { id: frame.id, channel: 'session', opened: true }
    socket.send(JSON.stringify(answer))
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
