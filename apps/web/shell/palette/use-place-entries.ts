import { recentPlayers } from '@qd/players/contract'
import { LONGEST_SEARCH } from '@qd/scope/contract'
import { goTo, textByKey, useSession, useTexts, userReaches } from '@qd/web-base'
import { useCall, useScope, playerAddress, searchAddress } from '@qd/web-calls'
import { useFeatures } from '@qd/web-frame'
import type { PageSpec } from '@qd/web-frame'
import { FileText, UserRound, UserRoundSearch } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import '../../boot/texts.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** A page that opens without naming a record: `/index` of `index/:uId?`; null for others. */
function addressOf({ path, menu, recordParams }: PageSpec): string | null {
  if (menu === undefined && recordParams !== undefined) return null
  const parts = path.split('/')
  if (parts.some((part) => part.startsWith(':') && !part.endsWith('?'))) return null
  return `/${parts.filter((part) => !part.startsWith(':')).join('/')}`
}

/** Pages the user may open somewhere in the selection. */
export function usePageEntries(): PaletteEntry[] {
  const t = useTexts('shell')
  const features = useFeatures()
  const user = useSession((state) => state.userInfo)
  const place = useScope(useShallow(({ game }) => ({ game: game === '' ? undefined : game })))
  return features.flatMap(({ name, pages }) =>
    pages
      .filter(({ permission }) => permission === undefined || userReaches(user, permission, place))
      .flatMap((page) => {
        const address = addressOf(page)
        const title = textByKey(name, page.titleKey)
        if (address === null || title === '') return []
        const group = page.menu?.group
        return {
          id: `page ${address}`,
          section: 'page' as const,
          title,
          ...(group === undefined ? {} : { hint: t(`nav.group.${group}`) }),
          keywords: [address.slice(1)],
          icon: FileText,
          run: () => goTo(address),
        }
      }),
  )
}

const RECENT = { tag: 'shell:palette.section.player', told: 'once', staleTimeMs: 10_000 } as const

/** The players opened last. */
export function usePlayerEntries(): PaletteEntry[] {
  const players = useCall(recentPlayers, { body: {} }, RECENT).data ?? []
  return players.map(({ uId, game, name, sId }) => ({
    id: `player ${game}/${uId}`,
    section: 'player',
    title: name === '' ? uId : name,
    hint: name === '' ? `S${sId}` : `${uId} · S${sId}`,
    keywords: [uId],
    icon: UserRound,
    run: () => goTo(playerAddress({ uId, game })),
  }))
}

/** What looks like a uId can be opened as it stands. */
export function typedPlayer(query: string, title: string): PaletteEntry | null {
  const uId = query.trim()
  if (!/^\d{1,19}$/.test(uId)) return null
  const run = () => goTo(playerAddress({ uId, game: '' }))
  return { id: `player ${uId}`, section: 'player', title, icon: UserRound, run }
}

/** Any other text may be a part of a player's name, or an account. */
export function playersCalled(query: string, title: string): PaletteEntry | null {
  const text = query.trim()
  if (text === '' || text.length > LONGEST_SEARCH || typedPlayer(text, '') !== null) return null
  const run = () => goTo(searchAddress(text))
  return { id: 'players called', section: 'player', title, icon: UserRoundSearch, run }
}
