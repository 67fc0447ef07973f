import type { Caller, SessionPort } from '@qd/server-kit'

type Sessions = Pick<SessionPort, 'current' | 'onEnded' | 'onRightsChanged'>

const PREFIX = 'job:'

export const isJobSession = (sessionId: string): boolean => sessionId.startsWith(PREFIX)

/** The owner of a job as the pool of links knows them: no page is closed by their jobs, and none closes those. */
export const jobCaller = (caller: Caller): Caller => ({ ...caller, sessionId: `${PREFIX}${caller.userId}` })

/**
 * Sessions for the pool, with those of jobs among them: such a one never ends by itself. Jobs ask for the rights of their
 * owner before each chunk; when these change within one, its links end and the job pauses.
 */
export function withJobSessions(session: Sessions): Sessions {
  return {
    current: async (sessionId) => (isJobSession(sessionId) ? null : session.current(sessionId)),
    onEnded: (sessionId, listener) =>
      isJobSession(sessionId) ? () => undefined : session.onEnded(sessionId, listener),
    onRightsChanged: (userId, listener) => session.onRightsChanged(userId, listener),
  }
}
