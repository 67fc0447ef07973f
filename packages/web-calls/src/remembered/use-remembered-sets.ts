import { useEffect, useMemo, useState } from 'react'
import { useSession } from '@qd/web-base'
import { SUGGESTED_SETS, keepableValues, withSet, withoutSet } from './parameter-sets.ts'
import type { ParameterSet } from './parameter-sets.ts'
import { parameterSets } from './parameter-store.ts'

export interface RememberedSets {
  /** Newest first. */
  sets: readonly ParameterSet[]
  /** The few that are offered without being asked for. */
  suggestions: readonly ParameterSet[]
  /** Puts a set first; the values of `sensitive` names are left out. */
  remember: (values: Readonly<Record<string, unknown>>, sensitive?: readonly string[]) => void
  forget: (set: ParameterSet) => void
}

/** Parameters this user used before under a name, in this browser (S9.02): a page's path and what is called on it. */
export function useRememberedSets(name: string): RememberedSets {
  const userId = useSession((state) => state.userInfo?.id ?? '')
  const key = `${userId} ${name}`
  const [kept, setKept] = useState<{ key: string; sets: readonly ParameterSet[] }>({ key: '', sets: [] })
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const sets = await parameterSets.read(key, Date.now())
      if (isCurrent) setKept({ key, sets })
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [key])
  return useMemo(() => {
    const sets = kept.key === key ? kept.sets : []
    // Another tab may have added some meanwhile: what is changed is what is kept now.
    const change = async (next: (old: readonly ParameterSet[]) => readonly ParameterSet[]) => {
      const changed = next(await parameterSets.read(key, Date.now()))
      setKept({ key, sets: changed })
      await parameterSets.write(key, changed)
    }
    return {
      sets,
      suggestions: sets.slice(0, SUGGESTED_SETS),
      remember: (values, sensitive = []) =>
        void change((old) => withSet(old, keepableValues(values, sensitive), Date.now())),
      forget: (set) => void change((old) => withoutSet(old, set)),
    }
  }, [kept, key])
}
