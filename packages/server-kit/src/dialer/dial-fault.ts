import { DialError } from '@qd/game-contract/adapter'

const CUT = new Set(['ECONNRESET', 'EPIPE'])

/**
 * What Node reports about a connection, as what it means to the caller: whether the other side may have acted. Who does not
 * know whether the connection was open leaves it to the code.
 */
export function asDialError(error: Error, isConnected?: boolean): DialError {
  if (error instanceof DialError) return error
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError') return new DialError('timeout', 'no answer in time', { cause: error })
  if (name === 'AbortError' || code === 'ABORT_ERR')
    return new DialError('aborted', 'call was given up', { cause: error })
  if (code === 'HPE_HEADER_OVERFLOW')
    return new DialError('too_large', 'headers of the answer are too large', { cause: error })
  if (code.startsWith('HPE_')) return new DialError('cut', `answer is not HTTP (${code})`, { cause: error })
  if (isConnected ?? CUT.has(code)) return new DialError('cut', 'connection was cut', { cause: error })
  const what = /CERT|SIGNATURE/.test(code) ? 'certificate is not accepted' : 'cannot connect'
  return new DialError('unreachable', `${what} (${code || name})`, { cause: error })
}
