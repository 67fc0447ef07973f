import { useEffect, useState } from 'react'
import { findRow } from '../connections/connection-store.ts'

/** Where the chosen frame stands, so that it is brought into view: also one whose row was not read yet. */
export function useRevealed(key: string, selected: number | null): { row: number } | null {
  const [revealed, setRevealed] = useState<{ row: number } | null>(null)
  useEffect(() => {
    let isWanted = true
    const find = async (n: number): Promise<void> => {
      const row = await findRow(key, n)
      if (isWanted && row !== null) setRevealed({ row })
    }
    if (selected !== null) void find(selected)
    return () => {
      isWanted = false
    }
  }, [key, selected])
  return revealed
}
