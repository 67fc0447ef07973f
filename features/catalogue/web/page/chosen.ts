import { createContext, useContext } from 'react'

/** What the record panel shows; a null id is a record to be made. */
export type Chosen =
  | { kind: 'game'; game: string | null }
  | { kind: 'operator'; game: string; partnerCode: string | null }
  | { kind: 'line'; game: string; partnerCode: string; lineId: string | null }
  | { kind: 'server'; lineId: string; sId: number | null }

/** Stable name of a choice: rows and forms are kept by it. */
export function chosenKey(chosen: Chosen): string {
  return Object.values(chosen)
    .map((part) => part ?? '+')
    .join('/')
}

export interface CatalogueState {
  chosen: Chosen | null
  /** Asks first when a form would lose what was typed. */
  choose: (next: Chosen | null) => void
  /** After a save or delete: nothing is lost any more. */
  settle: (next: Chosen | null) => void
  setDirty: (isDirty: boolean) => void
}

export const CatalogueContext = createContext<CatalogueState>({
  chosen: null,
  choose: () => undefined,
  settle: () => undefined,
  setDirty: () => undefined,
})

export function useCatalogue(): CatalogueState {
  return useContext(CatalogueContext)
}

/** Line whose servers the middle panel lists. */
export function lineOfChosen(chosen: Chosen | null): string | null {
  return chosen?.kind === 'line' || chosen?.kind === 'server' ? chosen.lineId : null
}
