import { AppError } from '@qd/contract-kit'
import { forAllWaiting } from './serve/current-asker.ts'

export interface KeptAnswersOptions {
  freshMs: number
  now(): number
}

/** Answers of elsewhere by key. */
export interface KeptAnswers<T> {
  /**
   * The answer kept for `key` while it is fresh, else what `load` brings; when `load` throws AppError, the
   * last answer of whatever age. Calls that come together load once. `freshMs` counts for this call alone.
   */
  get(key: string, load: () => Promise<T>, freshMs?: number): Promise<T>
}

/** Keeps lists that change seldom and must be there while game servers are down; keys are a bounded set. */
export function createKeptAnswers<T>({ freshMs: usualMs, now }: KeptAnswersOptions): KeptAnswers<T> {
  const kept = new Map<string, { atMs: number; answer: T }>()
  const loading = new Map<string, Promise<T>>()

  async function loadOrKeep(key: string, load: () => Promise<T>): Promise<T> {
    try {
      const answer = await load()
      kept.set(key, { atMs: now(), answer })
      return answer
    } catch (error) {
      const last = kept.get(key)
      if (last && error instanceof AppError) return last.answer
      throw error
    } finally {
      loading.delete(key)
    }
  }

  return {
    async get(key, load, freshMs = usualMs) {
      const last = kept.get(key)
      if (last && now() - last.atMs < freshMs) return last.answer
      const running = loading.get(key) ?? forAllWaiting(() => loadOrKeep(key, load))
      loading.set(key, running)
      return running
    },
  }
}
