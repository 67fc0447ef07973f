export { samplePlayer, sampleProtocol, sampleProtocolJson } from './sample-protocol.ts'
