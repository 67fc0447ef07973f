import { parentPort, workerData } from 'node:worker_threads'
import { BotCrew } from './bot-crew.ts'
import type { FromWorker, ToWorker, WorkerOrder } from './messages.ts'

/* The entry of a worker thread: one crew of clients, told and heard by messages. */

if (parentPort === null) throw new Error('a worker of bots is no program of its own')
const port = parentPort
const order = workerData as WorkerOrder
/** What reads players takes time to load: only a run that follows some waits for it. */
const players =
  order.protocol === undefined
    ? null
    : new (await import('./followed-players.ts')).FollowedPlayers(order.protocol, order.load.clients)
const crew = new BotCrew(order, {
  players,
  post: (message: FromWorker, transfer) => port.postMessage(message, transfer),
  now: () => performance.timeOrigin + performance.now(),
})
port.on('message', (message: ToWorker) => {
  crew.hear(message)
  if (message.type === 'stop') port.close()
})
