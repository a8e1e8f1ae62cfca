/** Compiled with every way to find a package. */
import { Client, InsufficientCreditsError, verifyWebhook } from 'contactry';

const client = new Client({ baseUrl: 'https://contacts.example.com', key: 'cty_test_1' });

export async function companyOf(profile_url: string): Promise<string | null> {
  try {
    const { person, emails } = await client.find({ profile_url, include: ['emails'] });
    const addresses: string[] = emails.map(({ address }) => address);
    return addresses.length > 0 ? person.company : null;
  } catch (error) {
    if (error instanceof InsufficientCreditsError) return `${error.balance} credits`;
    throw error;
  }
}

export async function spentIn(body: string, headers: Headers, secret: string): Promise<number> {
  const event = await verifyWebhook({ body, headers, secret });
  return event.type === 'job.completed' ? event.data.credits.spent : 0;
}
