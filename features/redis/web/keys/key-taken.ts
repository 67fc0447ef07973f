import { CallError, isCallError } from '@qd/web-base'

/** What is wrong with the name of a key stands at the field of the name. */
export function atName(error: unknown): never {
  if (!isCallError(error) || error.code !== 'redis_key_exists' || error.envelope === undefined) throw error
  const { envelope, httpStatus, message } = error
  throw new CallError({
    code: error.code,
    message,
    httpStatus,
    envelope: { ...envelope, err: { retryable: false, ...envelope.err, code: error.code, field: 'name' } },
  })
}
