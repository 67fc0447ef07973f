import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { areNetworks, DialError } from '@qd/game-contract/adapter'
import type { Dialer, Networks } from '@qd/game-contract/adapter'
import { connectTcp, connectTls, connectUnix, secureStream } from './connect-socket.ts'
import type { DialTarget, SecureRequest, TcpRequest, TlsRequest, UnixRequest } from './connect-socket.ts'
import { checkSocketPeer } from './check-socket-peer.ts'
import type { PeerRequest } from './check-socket-peer.ts'
import type { CheckedSocketPeer } from './checked-socket.ts'
import { Ending } from './ending.ts'
import { fetchHttp } from './http/fetch-http.ts'
import { streamHttp } from './http/stream-http.ts'
import type { HttpWay, StreamAnswer, StreamRequest } from './http/stream-http.ts'
import { openUdp } from './open-udp.ts'
import type { UdpPeer, UdpRequest } from './open-udp.ts'
import { openWebSocket } from './open-web-socket.ts'
import { probeAddress } from './probe-address.ts'
import type { AddressProbe, ProbeRequest } from './probe-address.ts'

export interface DialerOptions {
  /** Ports the console itself listens on; never dialled on an address of this machine, however it is named. */
  ownPorts(): readonly number[]
  /** Unix sockets that may be opened, as absolute paths; none by default. */
  unixSockets?: readonly string[]
}

/** Every way out of the process: docs/guides/ways-out.md. Each form rejects with DialError. */
export interface GuardedDialer extends Dialer {
  /** HTTP with any method; both bodies are streams. */
  stream(url: string, request: StreamRequest): Promise<StreamAnswer>
  connectTcp(target: DialTarget, request: TcpRequest): Promise<Socket>
  connectTls(target: DialTarget, request: TlsRequest): Promise<TLSSocket>
  /** TLS over a stream that is open already, by the same rules. */
  secure(stream: Duplex, request: SecureRequest): Promise<TLSSocket>
  connectUnix(path: string, request: UnixRequest): Promise<Socket>
  openUdp(target: DialTarget, request: UdpRequest): Promise<UdpPeer>
  /** Checks an address of ws, wss, tcp or tcps and what its host resolves to, for a worker's sockets; opens nothing. */
  checkSocketPeer(url: string, request: PeerRequest): Promise<CheckedSocketPeer>
  /** Goes the way to an address step by step and says how far it came; sends nothing. */
  probe(url: string, request: ProbeRequest): Promise<AddressProbe>
  close(): void
}

function createAgents() {
  const agents = new Map<string, http.Agent>()
  return {
    /** A kept connection is used again only by targets that open the same networks. */
    agentFor(protocol: string, { allowLoopback, allowPrivate }: Networks): http.Agent {
      const name = `${protocol}${allowLoopback}${allowPrivate}`
      let agent = agents.get(name)
      if (agent === undefined) {
        // No bound by address: servers may share one behind a proxy, and each has its own bound before it gets here.
        const settings = { keepAlive: true, maxFreeSockets: 8, timeout: 60_000 }
        agent = protocol === 'https:' ? new https.Agent(settings) : new http.Agent(settings)
        agents.set(name, agent)
      }
      return agent
    },
    close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

/** The one way out of the process: checked addresses, no redirects, byte caps and deadlines (T1, T30). */
export function createDialer(options: DialerOptions): GuardedDialer {
  const { agentFor, close } = createAgents()
  const open = new Set<Ending>()
  const endingOf = ({ signal }: { signal?: AbortSignal }): Ending => {
    const ending = new Ending(signal, () => open.delete(ending))
    open.add(ending)
    return ending
  }
  const way = (request: { networks: Networks; signal?: AbortSignal }): HttpWay => {
    // A request that reached us as plain JSON: types alone would not have noticed.
    if (!areNetworks(request.networks))
      throw new DialError('refused_address', 'nobody says which networks are open')
    return { ending: endingOf(request), ownPorts: options.ownPorts(), agentFor }
  }
  return {
    fetch: async (url, request) => fetchHttp(url, request, way(request)),
    stream: async (url, request) => streamHttp(url, request, way(request)),
    webSocket: async (url, request) => openWebSocket(url, request, way(request)),
    connectTcp: async (target, request) => connectTcp(target, request, way(request)),
    connectTls: async (target, request) => connectTls(target, request, way(request)),
    secure: async (stream, request) => secureStream(stream, request, endingOf(request)),
    connectUnix: async (path, request) =>
      connectUnix(path, request, { ending: endingOf(request), paths: options.unixSockets ?? [] }),
    openUdp: async (target, request) => openUdp(target, request, way(request)),
    checkSocketPeer: async (url, request) => checkSocketPeer(url, request, way(request)),
    probe: async (url, request) => probeAddress(url, request, way(request)),
    close() {
      for (const ending of open) ending.end('aborted', 'console closes')
      close()
    },
  }
}
