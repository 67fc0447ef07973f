import { create } from 'zustand'

/** Counts up when the same uId is confirmed again, so that it is looked up anew. */
export const useLookupCount = create<{ count: number; lookAgain(): void }>()((set) => ({
  count: 0,
  lookAgain: () => set(({ count }) => ({ count: count + 1 })),
}))
