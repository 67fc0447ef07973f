/** Whether a part of the program could not be fetched: it is of an older version, or the network was away. */
export function isLostFile(error: Error): boolean {
  return /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(
    error.message,
  )
}
