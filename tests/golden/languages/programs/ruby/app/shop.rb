# Raises what a shop's server raises, one scenario a run: `ruby app/shop.rb <scenario>`.
require 'json'
require 'sentry-ruby'

class OutOfStock < StandardError; end

module Shop
  class Stock
    LEVELS = { 'a1' => 3 }.freeze

    def at(shelf)
      LEVELS.fetch(shelf)
    rescue KeyError
      raise OutOfStock, "no stock on shelf #{shelf}"
    end
  end

  def self.read_order(text)
    JSON.parse(text)
  end
end

Sentry.init do |config|
  config.dsn = ENV.fetch('SENTRY_DSN')
  config.release = 'shop@1.0.0'
  config.environment = 'production'
  config.server_name = 'shop-1'
  config.project_root = File.dirname(__dir__)
  config.background_worker_threads = 0
end

def reported
  yield
rescue StandardError => e
  Sentry.capture_exception(e)
end

case ARGV[0]
when 'library' then reported { Shop.read_order('{"sku": ') }
when 'chained' then reported { %w[b7].each { |shelf| Shop::Stock.new.at(shelf) } }
when 'message' then Sentry.capture_message('nightly job took 7 minutes')
when 'thread' then Thread.new { reported { Shop::Stock.new.at('d9') } }.join
end
