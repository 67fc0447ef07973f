// A game that echoes: each frame comes back as the reply it asks for.
import type { AddressInfo } from 'node:net'
import { encodeFrame, FrameDecoder, QD1 } from '@qd/game-frame'
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, backlog: 4_096 })
server.on('connection', (socket) => {
  const decoder = new FrameDecoder(QD1, 'request')
  socket.on('message', (data) => {
    for (const { cmd, seq, body } of decoder.push(data as Buffer).frames)
      socket.send(encodeFrame(QD1, 'reply', { cmd, seq, status: 0, body }))
  })
})
server.on('listening', () => console.log(`ready at ws://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
