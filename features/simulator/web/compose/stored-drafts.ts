import { readOfWindow, useSession, writeOfWindow } from '@qd/web-base'
import { base64Of, bytesOfBase64 } from '@qd/proto-wire'
import { withoutSecrets } from '../../contract/index.ts'
import { draftOf, readObject } from './draft.ts'
import type { Draft, JsonObject } from './draft.ts'

const STORED = 'mock-drafts'

type Drafts = Readonly<Record<string, Draft>>

interface StoredDraft {
  value: string
  raw: string | null
}

const userId = (): string => useSession.getState().userInfo?.id ?? ''

function storedOf({ value, raw }: Draft): StoredDraft {
  const clean = withoutSecrets(value)
  // Bytes cannot be told apart from the secrets they hold.
  const kept = raw === null || clean.isChanged ? null : base64Of(raw)
  return { value: JSON.stringify(clean.value), raw: kept }
}

/** Keeps what is being written for a reload of this window, without what proves somebody. */
export function storeDrafts(drafts: Drafts): void {
  const kept = Object.entries(drafts).map(([message, draft]) => [message, storedOf(draft)])
  writeOfWindow(STORED, JSON.stringify({ userId: userId(), drafts: Object.fromEntries(kept) }))
}

function draftFrom(stored: unknown): Draft | null {
  const { value, raw } = (stored ?? {}) as Partial<StoredDraft>
  const read = readObject(typeof value === 'string' ? value : '')
  if (!read.ok) return null
  const bytes = typeof raw === 'string' ? bytesOfBase64(raw) : null
  return { ...draftOf(read.value as JsonObject), raw: bytes }
}

/** What this user was writing in this window before a reload. */
export function storedDrafts(): Drafts {
  try {
    const stored = JSON.parse(readOfWindow(STORED) ?? '{}') as { userId?: unknown; drafts?: object }
    if (userId() === '' || stored.userId !== userId()) return {}
    const read = Object.entries(stored.drafts ?? {}).map(([message, each]) => [message, draftFrom(each)])
    return Object.fromEntries(read.filter(([, draft]) => draft !== null)) as Drafts
  } catch {
    // Somebody else wrote there; lost drafts are no reason to fail.
    return {}
  }
}
