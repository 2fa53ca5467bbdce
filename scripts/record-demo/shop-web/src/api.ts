export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (cause) {
    throw new ApiError(`${init?.method ?? 'GET'} ${path} could not be sent`, 0, { cause });
  }
  if (!response.ok) throw new ApiError(`${init?.method ?? 'GET'} ${path} answered ${response.status}`, response.status);
  return JSON.parse(await response.text()) as T;
}
