export { BotCrew } from './bot-crew.ts'
export type { CrewHost } from './bot-crew.ts'
export { commandFinder } from './command-finder.ts'
export type { FromWorker, ToWorker, WorkerCommand, WorkerOrder, WorkerTick } from './messages.ts'
