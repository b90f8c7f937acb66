import { limits } from '#src/domain/model/limits.ts';
import { picture as food } from './pictures.ts';
import { parseSiteConfig, type SiteConfig, type SiteConfigInput } from './site-schema.ts';

/** Nobody is asked for a degree or for national service for these jobs. */
const rolesWithoutDegree = [
  'Kitchen Porter',
  'Weekend Kitchen Assistant',
  'Event Steward (Casual Register)',
  'Bakery Counter Assistant',
  'Till and Service Attendant',
  'Waiter, Evenings',
  'Bread Van Driver',
  'Dispatch Rider',
  'Cuisinière ou cuisinier',
  'Maître d’hôtel',
  'Aide-cuisinier, plonge et légumes',
  'Livreur à moto',
];

/** `privacy` says twelve months, and the day of the anniversary may be in a leap year. */
const retentionDays = 366;

/** These values describe the fictional sample company. Change them for another company. */
export const siteValues = {
  brand: {
    name: 'Tamarind',
    companyName: 'Tamarind Foods Group',
    tagline: 'Six kitchens, one table',
    description:
      'Jobs at Tamarind Foods Group: bakers, cooks, grill hands, baristas and the people who keep a kitchen running, in Lagos, Abuja, Port Harcourt, Ibadan, Kano and Cotonou.',
  },
  copyrightYear: limits.copyrightYear,

  mail: {
    confirmation: {
      subject: 'Your application as {role} at {company}',
      text: `Dear {firstname} {lastname},

We have received your application as {role} at {company}.

{link}

What comes next: {documents} We read every application, and answer within two weeks.

Your reference: {reference}
Questions? Reply to this mail, or write to {contact}.`,
    },
    stage: {
      subject: 'News of your application as {role} at {company}',
      text: `Dear {firstname} {lastname},

{stage}

{next}

{note}

{link}

Your application: {role} at {company}, reference {reference}
Questions? Reply to this mail, or write to {contact}.`,
    },
    notice: {
      subject: 'Application {reference}: {role}',
      text: `{firstname} {lastname} has applied as {role} at {company}, opening {opening}.
A reply to this mail goes to the applicant.

{answers}

Documents: {received}. {documents}

Reference: {reference}
To show the application, or to export it with its documents:
{show}
{export}`,
    },
    complete: {
      subject: 'Complete: application {reference}, {role}',
      text: `All documents of {firstname} {lastname} have arrived, who has applied as {role} at {company}, opening {opening}.
A reply to this mail goes to the applicant.

Documents: {received}

Reference: {reference}
To show the application, or to export it with its documents:
{show}
{export}`,
    },
    withdrawal: {
      subject: 'Withdrawn: application {reference}, {role}',
      text: `{firstname} {lastname} has withdrawn the application as {role} at {company}. Reference: {reference}.`,
    },
    documents: {
      awaited: 'Documents are accepted until {until}.',
      complete: 'The documents have arrived.',
    },
    link: {
      label: 'Your page, until {linkend}',
      text: 'There you send documents from any device, see what we have received and where your application stands, or withdraw or erase it. Whoever has this link can do the same.',
    },
    note: 'We add:',
  },
  // A stage is shown once an operator has set it.
  stages: {
    review: {
      text: 'We have been reading your application since {day}.',
      next: 'You need not do anything now. When we have decided, your page says so.',
    },
    interview: {
      text: 'We want to meet you: on {day} we chose you for an interview.',
      next: 'We call you from a Lagos number in working hours, or write by email, to agree on a day.',
    },
    offer: {
      text: 'On {day} we decided to offer you the job.',
      next: 'We call you to go through the offer with you. Take the time you need, and ask what you want to know.',
    },
    hired: {
      text: 'The job is yours, since {day}. Welcome.',
      next: 'The house where you begin tells you when and where your first shift is.',
    },
    declined: {
      text: 'On {day} we decided not to go on with your application.',
      next: 'Thank you for the time you gave it. You can apply to our other houses at any time, and to this one a year after you applied.',
    },
  },
  address: {
    lines: ['14 Tamarind Close', 'off Adeola Odeku Street'],
    city: 'Victoria Island',
    region: 'Lagos',
    country: 'Nigeria',
  },
  region: { locale: 'en-NG', timeZone: 'Africa/Lagos', phoneCountries: ['NG', 'BJ'] },
  enquiries: {
    email: 'hello@tamarindfoods.example',
    phone: '0700 826 2746',
    // No-break spaces keep the hours on one line.
    hours: 'Monday to Friday, 8\u00a0am\u00a0to\u00a05\u00a0pm',
  },

  menu: [
    { label: 'HOME', href: '/' },
    {
      label: 'ABOUT',
      href: '/#intro',
      items: [
        { label: 'Who we are', href: '/#intro' },
        { label: 'Our houses', href: '/#companies' },
        { label: 'What you get', href: '/#benefits' },
        { label: 'From our kitchens', href: '/#gallery' },
        {
          label: 'Talk to us',
          href: '/#find-us',
          items: [
            { label: 'Find us', href: '/#find-us' },
            { label: 'Write to us', href: '/#contact-us' },
            { label: 'Ask for a quote', href: '/#quote' },
          ],
        },
      ],
    },
    { label: 'CONTACT', href: '/contact' },
    { label: 'Apply Now', href: '/#openings' },
  ],

  hero: {
    eyebrow: 'Work with us',
    headline: 'Bread at four. Suya at dusk.',
    text: 'Bakers, cooks, baristas, drivers. Apply from your phone, hear from a person.',
    slidesLabel: 'Plates',
    slides: [
      { background: 2, pictures: [food('agege-loaf')] },
      { background: 3, pictures: [food('suya')] },
      { background: 1, pictures: [food('jollof')] },
    ],
  },

  intro: {
    title: 'We cook for a living, and look after those who do.',
    more: 'Our story',
    paragraphs: [
      'The group began in 1998 with one oven on Bode Thomas Street and a baker who paid on the day she promised. It is six houses now: a bakery, a buka, a catering company, a coffee bar, a grill and, in Cotonou, a maquis. The day is still the twenty-fifth.',
      'Nobody here learned the trade from a brochure. You will be taught by someone who does the work, on a shift that starts when the rota says it does, and you will eat what we serve.',
    ],
    figures: [
      { figure: '1,140', text: 'people on the payroll' },
      { figure: '6', text: 'cities, and events in 35 more' },
      { figure: '6 in 10', text: 'leaders began as trainees' },
    ],
  },

  openings: {
    title: 'Today’s openings',
    text: 'No account needed.',
    readMore: { label: 'What you get', href: '/#benefits' },
  },

  companies: {
    title: 'The houses',
    items: [
      {
        name: 'First Light Bakery',
        kind: 'Bakery',
        text: 'Agege loaves, meat pies and sourdough, on the shelf before the danfos fill.',
        retentionDays,
        mail: {
          replyTo: 'bakery@tamarindfoods.example',
          notify: 'bakery-applications@tamarindfoods.example',
        },
        picture: food('meat-pie'),
        background: 3,
        slides: ['agege-loaf', 'meat-pie', 'puff-puff'].map((name) => food(name)),
      },
      {
        name: 'Buka Ireti',
        kind: 'Buka',
        text: 'Amala, ofada, ewedu and pepper soup, cooked the long way and served fast.',
        retentionDays,
        picture: food('buka-plate'),
        background: 2,
        slides: ['buka-plate', 'amala', 'pounded-yam'].map((name) => food(name)),
      },
      {
        name: 'Long Table Catering',
        kind: 'Catering',
        text: 'Weddings for eight hundred, board lunches for eight, the same jollof.',
        retentionDays,
        picture: food('catering-table'),
        background: 1,
        slides: ['catering-table', 'jollof-cooler', 'cake'].map((name) => food(name)),
      },
      {
        name: 'Harmattan Coffee Bar',
        kind: 'Coffee bar',
        text: 'Beans from the Mambilla Plateau, roasted in Kaduna Road, poured with care.',
        retentionDays,
        picture: food('coffee-bar'),
        background: 4,
        slides: ['coffee-bar', 'zobo', 'chin-chin'].map((name) => food(name)),
      },
      {
        name: 'Yaji & Ember Grill',
        kind: 'Grill',
        text: 'Suya, kilishi and whole fish over hardwood, from four until the fire is out.',
        retentionDays,
        picture: food('grill'),
        background: 2,
        slides: ['grill', 'suya', 'grilled-fish'].map((name) => food(name)),
      },
      {
        name: 'Maquis Fidjrossè',
        kind: 'Maquis',
        text: 'Pâte rouge, gombo and grilled fish in Cotonou, three streets from the sea.',
        retentionDays,
        mail: {
          replyTo: 'maquis@tamarindfoods.example',
          notify: 'maquis-candidatures@tamarindfoods.example',
        },
        picture: food('amiwo'),
        background: 1,
        slides: ['amiwo', 'grilled-fish', 'akara'].map((name) => food(name)),
      },
    ],
  },

  dishes: {
    title: 'What you will learn to make',
    label: 'Dishes',
    items: [
      {
        name: 'Puff-puff',
        note: 'First Light Bakery',
        picture: food('puff-puff'),
        background: 3,
      },
      {
        name: 'Pepper soup',
        note: 'Buka Ireti',
        picture: food('pepper-soup'),
        background: 4,
      },
      {
        name: 'Chin chin',
        note: 'First Light Bakery',
        picture: food('chin-chin'),
        background: 2,
      },
      {
        name: 'Jollof for eight hundred',
        note: 'Long Table Catering',
        picture: food('jollof-cooler'),
        background: 1,
      },
      {
        name: 'Zobo over ice',
        note: 'Harmattan Coffee Bar',
        picture: food('zobo'),
        background: 3,
      },
      {
        name: 'Grilled croaker',
        note: 'Yaji & Ember Grill',
        picture: food('grilled-fish'),
        background: 2,
      },
      {
        name: 'Party cake',
        note: 'Long Table Catering',
        picture: food('cake'),
        background: 1,
      },
      {
        name: 'Amala and ewedu',
        note: 'Buka Ireti',
        picture: food('amala'),
        background: 4,
      },
    ],
  },

  testimonial: {
    label: 'In their own words',
    text: 'I came to wash plates for a month. Nine years on I run the kitchen, and I still wash the last pot myself.',
    source: 'Ngozi, kitchen manager, Buka Ireti',
    pictures: [food('onion'), food('plantain'), food('ugu'), food('yam')],
  },

  benefits: {
    title: 'What is on the table',
    items: [
      {
        title: 'Paid on the twenty-fifth',
        text: 'Every month, to your own account, with a payslip you can read.',
      },
      {
        title: 'Two meals a shift',
        text: 'Sitting down, and the same food our guests pay for.',
      },
      {
        title: 'Health cover from day one',
        text: 'For you, a partner and up to three children.',
      },
      {
        title: 'A way up',
        text: 'Forty hours of training a year, and vacancies shown to our own people first.',
      },
      {
        title: 'The bus home',
        text: 'A seat on the staff bus when a shift ends after nine.',
      },
      {
        title: 'Uniform and knives',
        text: 'Issued, laundered and sharpened by us.',
      },
    ],
    pictures: [food('fruit')],
  },

  gallery: {
    title: 'From our kitchens',
    intro: 'Six houses, what they cook and what it is made of.',
    categories: ['From the bakery', 'From the pot', 'From the fire', 'From the market'],
    items: [
      {
        picture: food('sausage-roll', 'Three sausage rolls on an enamel plate'),
        caption: 'Sausage rolls',
        note: 'Baked from five, gone from the counter of First Light Bakery by nine.',
        background: 4,
        category: 1,
        sort: 1,
      },
      {
        picture: food('egg-roll', 'Egg rolls, one cut open to show the boiled egg'),
        caption: 'Egg rolls',
        note: 'A whole egg in each. The dough is made by whoever opens First Light Bakery.',
        background: 1,
        category: 1,
        sort: 2,
      },
      {
        picture: food('akara', 'A pile of akara beside a bowl of pap'),
        caption: 'Akara and pap',
        note: 'Saturday breakfast at Buka Ireti, fried while you stand in the queue.',
        background: 3,
        category: 2,
        sort: 3,
      },
      {
        picture: food('moi-moi', 'Moi moi with egg on a leaf, and one still wrapped'),
        caption: 'Moi moi',
        note: 'Steamed in leaves, four hundred a day, and every one has its egg.',
        background: 2,
        category: 2,
        sort: 4,
      },
      {
        picture: food('pounded-yam', 'A mound of pounded yam and a bowl of egusi soup'),
        caption: 'Pounded yam and egusi',
        note: 'The first soup that a new cook at Buka Ireti makes alone.',
        background: 1,
        category: 2,
        sort: 5,
      },
      {
        picture: food(
          'ewa-agoyin',
          'Mashed beans under dark pepper sauce, with two slices of bread',
        ),
        caption: 'Ewa agoyin',
        note: 'Honey beans, soaked once, stirred until they fall apart.',
        background: 3,
        category: 2,
        sort: 6,
      },
      {
        picture: food('chicken', 'Two grilled chicken legs with onion and tomato'),
        caption: 'Grilled chicken',
        note: 'A night in yaji and groundnut oil, then an hour over hardwood.',
        background: 4,
        category: 3,
        sort: 7,
      },
      {
        picture: food(
          'boli',
          'Three roasted plantains with groundnuts and pepper sauce on newspaper',
        ),
        caption: 'Boli',
        note: 'Peeled, laid on the coals, and turned by hand until the edges are black.',
        background: 2,
        category: 3,
        sort: 8,
      },
      {
        picture: food('corn', 'Two cobs of roasted corn with pieces of coconut'),
        caption: 'Roasted corn',
        note: 'From June to September only, with coconut on the side.',
        background: 3,
        category: '3,4',
        sort: 9,
      },
      {
        picture: food('rodo', 'Red, orange and yellow scotch bonnet peppers'),
        caption: 'Rodo',
        note: 'Two sacks a day. Whoever grinds them wears gloves and gets the first bowl.',
        background: 1,
        category: 4,
        sort: 10,
      },
      {
        picture: food('tomatoes', 'A basket of tomatoes'),
        caption: 'Jos tomatoes',
        note: 'They come down from the plateau on the Tuesday lorry.',
        background: 4,
        category: 4,
        sort: 11,
      },
      {
        picture: food('coconut', 'A coconut, and half of one with its water'),
        caption: 'Badagry coconut',
        note: 'Grated for coconut rice; the water is for whoever opened it.',
        background: 2,
        category: 4,
        sort: 12,
      },
    ],
  },

  brands: {
    title: 'Who we buy from',
    label: 'Suppliers',
    items: [
      { name: 'Gbongan Cocoa' },
      { name: 'Mambilla Coffee' },
      { name: 'Kura Rice Mill' },
      { name: 'Jos Market Garden' },
      { name: 'Ogbomoso Mangoes' },
      { name: 'Badagry Coconut' },
      { name: 'Kaduna Ginger' },
      { name: 'Ekiti Honey' },
    ],
  },

  map: {
    title: 'Find us',
    center: { lat: 6.4302, lon: 3.4153 },
    zoom: 15,
    marker: 'Tamarind Foods Group, Victoria Island',
    tiles: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    attribution: '© OpenStreetMap contributors',
  },

  enquiryForms: {
    contactUs: {
      title: 'Write to us',
      intro: 'A question about a job, a shift or a loaf. A person answers within two working days.',
      action: '/forms/contact-us',
    },
    quote: {
      title: 'Ask for a quote',
      intro: 'Tell us about the table you want laid, and our catering house sends you a price.',
      action: '/forms/quote',
      rules: {
        email_again: { required: true, equalTo: 'email' },
        date: { remote: '/forms/open-date' },
        guests: { range: [10, 2000] },
        tasting: { date: true },
        budget: { number: true, min: 50_000, max: 50_000_000, step: 1000 },
        venue_website: { url: true, maxlength: 300 },
        reference: { rangelength: [6, 12] },
      },
      hints: {
        date: 'Our kitchens rest on 25 December and 1 January.',
        guests: 'From 10 to 2,000.',
        tasting: 'If you want to taste first, for example 12 December 2026.',
        budget: 'In naira, from 50,000, to the nearest thousand.',
        reference: 'The 6 to 12 characters on its first page.',
      },
      closedDates: ['12-25', '01-01'],
      services: [
        'Wedding',
        'Office lunch',
        'Birthday or naming',
        'Wake-keep or funeral',
        'Something else',
      ],
    },
  },

  skins: { panel: true },

  share: [
    {
      network: 'facebook',
      label: 'Share on Facebook',
      href: 'https://www.facebook.com/sharer/sharer.php?u={url}',
    },
    {
      network: 'linkedin',
      label: 'Share on LinkedIn',
      href: 'https://www.linkedin.com/sharing/share-offsite/?url={url}',
    },
  ],

  footer: {
    servicesTitle: 'What we do',
    services: [
      { label: 'Bread and pastry', href: '/#companies' },
      { label: 'Buka lunches', href: '/#companies' },
      { label: 'Event catering', href: '/#quote' },
      { label: 'Coffee and beans', href: '/#companies' },
      { label: 'Suya and grill', href: '/#companies' },
    ],
    linksTitle: 'Find your way',
    links: [
      { label: 'Openings', href: '/#openings' },
      { label: 'What you get', href: '/#benefits' },
      { label: 'Find us', href: '/#find-us' },
      { label: 'Contact', href: '/contact' },
    ],
  },

  documents: {
    cv: {
      help: 'No typed CV? Write your name, your phone number and where you have worked on a sheet of paper, and photograph it.',
    },
    nysc: {
      help: 'Not served yet, or exempt? Send the exemption letter, or a signed note that says when you expect to serve.',
      notNeeded: {
        roles: rolesWithoutDegree,
        help: 'This job does not need it. Without one, send a signed note: “I have no NYSC certificate.”',
      },
    },
    waec: {
      help: 'WAEC or NECO, also the result printed from the portal. Without one, send a signed note that says which class you finished.',
    },
    undergraduate: {
      help: 'Degree, HND or National Diploma, also the statement of result. Still studying? Send your student ID card or admission letter.',
      notNeeded: {
        roles: rolesWithoutDegree,
        help: 'This job does not need it. Without one, send a signed note: “I have no degree.”',
      },
    },
    other: {
      help: 'What speaks for you: a reference, a trade test, a food handler’s or driver’s licence. Nothing to add? Send a signed note that says so.',
    },
    passport: {
      help: 'Take one with your phone: your face and shoulders before a plain wall, in daylight.',
    },
  },

  search: {
    /** Words that mean the same to people who look for work. A word is in one group only. */
    synonyms: [
      'kitchen porter, dishwasher, plate washer, cleaner, kitchen hand, kitchen helper, kitchen assistant, house help',
      'driver, rider, dispatch, delivery, courier, bike man, okada, keke, danfo',
      'cook, chef, caterer',
      'baker, bread maker, dough mixer, oven man',
      'pastry chef, pastry, confectioner, cake maker, cake decorator',
      'barista, coffee maker, coffee shop attendant',
      'waiter, waitress, server, steward, table service',
      'cashier, till, pay point, POS, counter assistant',
      'sales, marketer, salesgirl, sales boy, sales representative, vendor, hawker',
      'manager, supervisor, oga, team lead',
      'butcher, butchery, meat cutter, meat seller, mai nama',
      'suya, mai suya, grill, barbecue, asun, kilishi, bole',
      'buka, mama put, bukateria, canteen, food seller',
      'security, guard, gateman, mai guard, watchman',
      'storekeeper, stock, stores, warehouse, inventory',
      'accountant, accounts, bookkeeper, finance, audit',
      'technician, mechanic, maintenance, repairer, electrician, plant operator',
      'quality assurance, quality control, QA, QC, HACCP, NAFDAC',
      'intern, internship, industrial training, SIWES, attachment, student',
      'graduate trainee, management trainee, fresh graduate, corper, corps member, NYSC',
      'event, catering, owambe, wedding, party, banqueting',
      'buyer, purchasing, procurement, sourcing',
      'soup, swallow, amala, eba, fufu, tuwo, pounded yam',
      'rice, jollof, ofada, party rice',
      'smallchops, finger food, puff-puff, samosa, spring roll, snacks',
      'fish, catfish, seafood, point and kill',
      'trainer, instructor, teacher, coach',
      'HR, human resources, personnel officer, recruiter',
      'front desk, receptionist, customer service, customer care',
      'part time, weekend, casual, evenings, shift',
    ],
  },

  photographs: true,
  coverLetterHeight: 150,

  privacy: {
    title: 'How we use your data',
    paragraphs: [
      'The hiring manager and the people team read your application to decide whether to meet you for this job, and nobody else does.',
      'We keep it for twelve months, because one person can apply once within a year, and then erase it. Write to us and we erase it sooner.',
    ],
  },

  contact: {
    text: 'Questions about a job, an application or anything else. A person reads every message.',
    pictures: [food('zobo'), food('puff-puff')],
  },

  feedback: {
    title: 'Thank you. Your application was submitted successfully.',
    text: 'Somebody on the people team will read it, and the company will make contact with you.',
    next: 'What happens next',
    steps: [
      { title: 'We read it', text: 'A person does, and answers within two weeks.' },
      { title: 'We call', text: 'From a Lagos number, in working hours, or by email.' },
      { title: 'You try the work', text: 'A paid trial shift, and lunch.' },
    ],
    picture: {
      picture: food('jollof', 'Jollof rice with chicken and fried plantain on an enamel plate'),
      caption: 'Lunch on your trial shift',
      background: 3,
    },
    home: 'Back to the openings',
  },
} as const satisfies SiteConfigInput;

export const siteConfig: SiteConfig = parseSiteConfig(siteValues);
