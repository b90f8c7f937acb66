/**
 * French has a space before ':', ';', '?', '!' and '»', and after '«', at which no line may break, and none in 'e-mail'. The
 * catalogue has ordinary spaces and hyphens there. The result has the same shape.
 */
export function withNoBreakSpaces<const Value>(value: Value): Value {
  if (typeof value === 'string')
    return value
      .replace(/ (?=[:;?!»])|(?<=«) /g, '\u00a0')
      .replace(/(?<=[ ’])e-mail/g, 'e\u2011mail') as Value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withNoBreakSpaces(item)) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withNoBreakSpaces(item)]),
  ) as Value;
}
