import type { FastifyBaseLogger } from 'fastify'

type Child = FastifyBaseLogger['child']

/**
 * The log of one request, made when it is first written to: nearly no request writes a line, and making a child logger
 * costs as much as finding out who asks.
 */
class LazyChild implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get #log(): FastifyBaseLogger {
    return (this.#made ??= this.#make())
  }

  get level(): FastifyBaseLogger['level'] {
    return this.#log.level
  }

  set level(level: FastifyBaseLogger['level']) {
    this.#log.level = level
  }

  trace(...line: Parameters<FastifyBaseLogger['trace']>): void {
    this.#log.trace(...line)
  }

  debug(...line: Parameters<FastifyBaseLogger['debug']>): void {
    this.#log.debug(...line)
  }

  info(...line: Parameters<FastifyBaseLogger['info']>): void {
    this.#log.info(...line)
  }

  warn(...line: Parameters<FastifyBaseLogger['warn']>): void {
    this.#log.warn(...line)
  }

  error(...line: Parameters<FastifyBaseLogger['error']>): void {
    this.#log.error(...line)
  }

  fatal(...line: Parameters<FastifyBaseLogger['fatal']>): void {
    this.#log.fatal(...line)
  }

  silent(...line: Parameters<FastifyBaseLogger['silent']>): void {
    this.#log.silent(...line)
  }

  child(...options: Parameters<Child>): ReturnType<Child> {
    return this.#log.child(...options)
  }
}

/** For Fastify's `childLoggerFactory`. */
export function lazyChild(logger: FastifyBaseLogger, ...options: Parameters<Child>): FastifyBaseLogger {
  return new LazyChild(() => logger.child(...options))
}
